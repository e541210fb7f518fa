import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import { showCaret } from '../blocks/toggles.ts'
import { readSelection } from '../caret-in-time.ts'

export interface Match {
  from: number
  to: number
}

export interface DocumentFind {
  text: string
  isCase: boolean
  matches: readonly Match[]
  /** Which of them one is at; -1 where there are none. */
  active: number
}

const key = new PluginKey<DocumentFind | null>('find')
const open = 'open-find'

/** What is looked for in a text, shown and not written. Null while nothing is. */
export function findIn(state: EditorState): DocumentFind | null {
  return key.getState(state) ?? null
}

/** Mod+F asks for the bar, with what is selected. */
export const find = Extension.create({
  name: 'find',
  addKeyboardShortcuts() {
    return {
      'Mod-f': () => {
        // Where the caret was put just before.
        readSelection()
        const { state } = this.editor
        const { from, to } = state.selection
        const selected = state.doc.textBetween(from, to, '\n')
        const text = selected.includes('\n') || selected.length > 200 ? '' : selected
        lookFor(this.editor.view, text || (findIn(state)?.text ?? ''))
        this.editor.view.dom.dispatchEvent(new Event(open))
        return true
      },
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin<DocumentFind | null>({
      key,
      state: {
        init: () => null,
        apply: (transaction, before) => next(transaction, before),
      },
      props: {
        decorations: (state) => {
          const found = key.getState(state)
          return found ? shown(state.doc, found) : DecorationSet.empty
        },
      },
    }),
  ],
})

/** Called when the bar is asked for, also where it is open already. */
export function onFindAsked({ dom }: EditorView, listener: () => void): () => void {
  dom.addEventListener(open, listener)
  return () => dom.removeEventListener(open, listener)
}

/** Looks for a text from the caret on; for the same text otherwise, from where one is. */
export function lookFor(
  { state, dispatch }: EditorView,
  text: string,
  isCase = findIn(state)?.isCase ?? false,
) {
  const before = findIn(state)
  const matches = matchesIn(state.doc, text, isCase)
  const at = before?.text === text ? before.matches[before.active] : undefined
  const active = firstFrom(matches, (at ?? state.selection).from)
  dispatch(state.tr.setMeta(key, { text, isCase, matches, active }))
}

export function endFind({ state, dispatch }: EditorView): void {
  dispatch(state.tr.setMeta(key, null))
}

/** Goes to the next one or the one before, round the end of the text. */
export function goOn(view: EditorView, by: 1 | -1): void {
  const found = findIn(view.state)
  if (!found || found.matches.length === 0) return
  const active = (found.active + by + found.matches.length) % found.matches.length
  view.dispatch(view.state.tr.setMeta(key, { ...found, active }))
  showFound(view)
}

/** Brings the one that one is at into sight, out of what is folded. */
export function showFound(view: EditorView): void {
  const found = findIn(view.state)
  const match = found?.matches[found.active]
  if (!match) return
  showCaret(view, view.state.doc.resolve(match.from))
  const { node } = view.domAtPos(match.from)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
}

/** Writes something else in place of the one that one is at, or of all; one Undo takes it back. */
export function replaceFound(view: EditorView, text: string, which: 'active' | 'all'): void {
  const found = findIn(view.state)
  const one = found?.matches[found.active]
  const matches = which === 'all' ? (found?.matches ?? []) : one ? [one] : []
  if (matches.length === 0 || !view.editable) return
  const undoManager = yUndoPluginKey.getState(view.state)?.undoManager
  undoManager?.stopCapturing()
  view.dispatch(replaced(closeHistory(view.state.tr), matches, text))
  undoManager?.stopCapturing()
  showFound(view)
}

/** From the last one, so that the places of the others stay right; in the marks of what was there. */
export function replaced(tr: Transaction, matches: readonly Match[], text: string): Transaction {
  for (const { from, to } of matches.toReversed()) tr.insertText(text, from, to)
  return tr
}

function next(transaction: Transaction, before: DocumentFind | null): DocumentFind | null {
  const told: DocumentFind | null | undefined = transaction.getMeta(key)
  if (told !== undefined) return told
  if (before === null || !transaction.docChanged) return before
  const matches = matchesIn(transaction.doc, before.text, before.isCase)
  const was = before.matches[before.active]
  const from = was ? transaction.mapping.map(was.from, 1) : 0
  return { ...before, matches, active: firstFrom(matches, from) }
}

function firstFrom(matches: readonly Match[], from: number): number {
  if (matches.length === 0) return -1
  return Math.max(
    0,
    matches.findIndex((match) => match.from >= from),
  )
}

/** Where a text stands, within blocks; what is no letter stands for none. */
export function matchesIn(doc: Node, text: string, isCase: boolean): Match[] {
  if (text === '') return []
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isCase ? 'gu' : 'giu')
  const matches: Match[] = []
  doc.descendants((block, position) => {
    if (!block.isTextblock) return
    const letters = block.textBetween(0, block.content.size, null, '\u{fffc}')
    for (const { 0: found, index } of letters.matchAll(pattern))
      matches.push({ from: position + 1 + index, to: position + 1 + index + found.length })
    return false
  })
  return matches
}

/** So many are shown at once; more would keep the browser busy, and nobody reads them. */
const mostShown = 1_000

function shown(doc: Node, { matches, active }: DocumentFind): DecorationSet {
  const first = Math.max(0, Math.min(active - mostShown / 2, matches.length - mostShown))
  return DecorationSet.create(
    doc,
    matches.slice(first, first + mostShown).map(({ from, to }, at) =>
      Decoration.inline(from, to, {
        class: first + at === active ? 'document-found is-active' : 'document-found',
      }),
    ),
  )
}
