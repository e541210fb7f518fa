import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import { expandTogglesAround } from '../blocks/toggles.ts'
import { readDomSelection } from '../sync-caret.ts'

export interface FindMatch {
  from: number
  to: number
}

export interface DocumentFindState {
  text: string
  isCase: boolean
  matches: readonly FindMatch[]
  /** The index of the current match, or -1 if nothing matches. */
  active: number
}

const key = new PluginKey<DocumentFindState | null>('find')
const open = 'open-find'

/**
 * Returns the state of the search, or null while the bar is closed. Matches are only highlighted; the
 * document is not changed.
 */
export function getDocumentFindState(state: EditorState): DocumentFindState | null {
  return key.getState(state) ?? null
}

/** Opens the find bar with the selected text on Mod+F. */
export const findExtension = Extension.create({
  name: 'find',
  addKeyboardShortcuts() {
    return {
      'Mod-f': () => {
        // The last click may have moved the caret, and ProseMirror does not know the new caret yet.
        readDomSelection()
        const { state } = this.editor
        const { from, to } = state.selection
        const selected = state.doc.textBetween(from, to, '\n')
        const text = selected.includes('\n') || selected.length > 200 ? '' : selected
        setFindText(this.editor.view, text || (getDocumentFindState(state)?.text ?? ''))
        this.editor.view.dom.dispatchEvent(new Event(open))
        return true
      },
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin<DocumentFindState | null>({
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

/**
 * Registers a listener for Mod+F. The listener is also called if the find bar is already open. Returns a
 * function that removes the listener.
 */
export function onFindOpened({ dom }: EditorView, listener: () => void): () => void {
  dom.addEventListener(open, listener)
  return () => dom.removeEventListener(open, listener)
}

/** Searches for a text from the caret on. If the text is unchanged, the current match stays. */
export function setFindText(
  { state, dispatch }: EditorView,
  text: string,
  isCase = getDocumentFindState(state)?.isCase ?? false,
) {
  const before = getDocumentFindState(state)
  const matches = findTextMatches(state.doc, text, isCase)
  const at = before?.text === text ? before.matches[before.active] : undefined
  const active = firstFrom(matches, (at ?? state.selection).from)
  dispatch(state.tr.setMeta(key, { text, isCase, matches, active }))
}

export function closeFind({ state, dispatch }: EditorView): void {
  dispatch(state.tr.setMeta(key, null))
}

/** Moves to the next or previous match and wraps around at the ends of the document. */
export function goToMatch(view: EditorView, by: 1 | -1): void {
  const found = getDocumentFindState(view.state)
  if (!found || found.matches.length === 0) return
  const active = (found.active + by + found.matches.length) % found.matches.length
  view.dispatch(view.state.tr.setMeta(key, { ...found, active }))
  scrollToMatch(view)
}

/** Scrolls the current match into view and expands collapsed toggles around it. */
export function scrollToMatch(view: EditorView): void {
  const found = getDocumentFindState(view.state)
  const match = found?.matches[found.active]
  if (!match) return
  expandTogglesAround(view, view.state.doc.resolve(match.from))
  const { node } = view.domAtPos(match.from)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
}

/** Replaces the current match or all matches. A single undo reverts all replacements. */
export function replaceMatches(view: EditorView, text: string, which: 'active' | 'all'): void {
  const found = getDocumentFindState(view.state)
  const one = found?.matches[found.active]
  const matches = which === 'all' ? (found?.matches ?? []) : one ? [one] : []
  if (matches.length === 0 || !view.editable) return
  const undoManager = yUndoPluginKey.getState(view.state)?.undoManager
  undoManager?.stopCapturing()
  view.dispatch(replaceRanges(closeHistory(view.state.tr), matches, text))
  undoManager?.stopCapturing()
  scrollToMatch(view)
}

/**
 * Replaces the matches from the last one to the first, so that the positions of earlier matches remain valid.
 * The new text keeps the marks of the replaced text.
 */
export function replaceRanges(tr: Transaction, matches: readonly FindMatch[], text: string): Transaction {
  for (const { from, to } of matches.toReversed()) tr.insertText(text, from, to)
  return tr
}

function next(transaction: Transaction, before: DocumentFindState | null): DocumentFindState | null {
  const meta: DocumentFindState | null | undefined = transaction.getMeta(key)
  if (meta !== undefined) return meta
  if (before === null || !transaction.docChanged) return before
  const matches = findTextMatches(transaction.doc, before.text, before.isCase)
  const was = before.matches[before.active]
  const from = was ? transaction.mapping.map(was.from, 1) : 0
  return { ...before, matches, active: firstFrom(matches, from) }
}

function firstFrom(matches: readonly FindMatch[], from: number): number {
  if (matches.length === 0) return -1
  return Math.max(
    0,
    matches.findIndex((match) => match.from >= from),
  )
}

/** Returns all matches within text blocks. Inline elements, such as mentions, never match. */
export function findTextMatches(doc: Node, text: string, isCase: boolean): FindMatch[] {
  if (text === '') return []
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isCase ? 'gu' : 'giu')
  const matches: FindMatch[] = []
  doc.descendants((block, position) => {
    if (!block.isTextblock) return
    const letters = block.textBetween(0, block.content.size, null, '\u{fffc}')
    for (const { 0: found, index } of letters.matchAll(pattern))
      matches.push({ from: position + 1 + index, to: position + 1 + index + found.length })
    return false
  })
  return matches
}

/** Maximum number of highlighted matches. More would slow down the browser. */
const mostShown = 400

function shown(doc: Node, { matches, active }: DocumentFindState): DecorationSet {
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
