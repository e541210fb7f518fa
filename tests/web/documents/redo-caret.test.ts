import { getSchema } from '@tiptap/core'
import { EditorState, type Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { redo, undo, ySyncPlugin, yUndoPlugin } from '@tiptap/y-tiptap'
import { describe, expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { asOwnUndoStep } from '#web/documents/editor/own-undo-step.ts'
import { restoreCaretOnRedo } from '#web/documents/editor/restore-caret-on-redo.ts'
import { reuseUnchangedNodes } from '#web/documents/editor/reuse-nodes.ts'

const schema = getSchema(documentExtensions())
const p = (text: string) => schema.node('paragraph', null, text === '' ? [] : schema.text(text))
const pluginsOf = ({ config }: { config: { addProseMirrorPlugins?: unknown } }) =>
  (config.addProseMirrorPlugins as () => Plugin[])()

/** Creates an editor without a page, with the given paragraphs. */
function open(...texts: string[]) {
  const doc = new Doc()
  const fragment = doc.getXmlFragment('body')
  const plugins = [
    ySyncPlugin(fragment),
    yUndoPlugin({}),
    ...pluginsOf(reuseUnchangedNodes),
    ...pluginsOf(restoreCaretOnRedo),
  ]
  const views: ReturnType<NonNullable<Plugin['spec']['view']>>[] = []
  const view = {
    state: EditorState.create({ schema, plugins }),
    hasFocus: () => false,
    dispatch(transaction: Transaction) {
      const before = view.state
      view.state = before.apply(transaction)
      for (const { update } of views) update?.(view as unknown as EditorView, before)
    },
  }
  for (const { spec } of plugins) if (spec.view) views.push(spec.view(view as unknown as EditorView))
  const edit = (change: (tr: Transaction) => Transaction) => view.dispatch(change(view.state.tr))
  edit((tr) => tr.replaceWith(0, tr.doc.content.size, texts.map(p)).setMeta('addToHistory', false))
  return {
    doc,
    view: view as unknown as EditorView,
    edit,
    type: (text: string) => edit((tr) => tr.insertText(text)),
    goTo: (position: number) => edit((tr) => tr.setSelection(TextSelection.create(tr.doc, position))),
    undo: () => undo(view.state),
    redo: () => redo(view.state),
    /** Returns the text with a marker at the caret. */
    shown() {
      const { doc: marked } = view.state.tr.insertText('|', view.state.selection.head)
      return marked.textBetween(0, marked.content.size, ' / ')
    },
  }
}

describe('the caret after redo', () => {
  test.each([
    ['at the end', ['One'], 4, 'One two| ', ' two'],
    ['in a text', ['One three'], 4, 'One two| three', ' two'],
    ['between equal letters', ['aaaa'], 3, 'aaaa|aa', 'aa'],
    ['in an empty line', ['One', ''], 6, 'One / two|', 'two'],
  ])('is after the text restored %s', (_, texts, position, expected, typed) => {
    const editor = open(...texts)
    editor.goTo(position)
    editor.type(typed)
    expect(editor.shown()).toBe(expected.trimEnd())
    for (const _round of [1, 2]) {
      editor.undo()
      editor.goTo(1)
      editor.redo()
      expect(editor.shown()).toBe(expected.trimEnd())
    }
    editor.type('!')
    expect(editor.shown()).toContain('!|')
  })

  test('is where text was deleted again', () => {
    const editor = open('One two three')
    editor.goTo(8)
    editor.edit((tr) => tr.delete(4, 8))
    editor.undo()
    editor.goTo(1)
    editor.redo()
    expect(editor.shown()).toBe('One| three')
  })

  test('is correct if others have written before it', () => {
    const editor = open('One', 'Two')
    editor.goTo(9)
    editor.type(' more')
    editor.undo()
    writeElsewhere(editor.doc, 'Hi ')
    editor.redo()
    expect(editor.shown()).toBe('Hi One / Two more|')
  })
})

test('the caret stays in place when others write after an undo', () => {
  const editor = open('One', 'Two')
  editor.goTo(9)
  editor.type('!')
  editor.goTo(2)
  editor.undo()
  expect(editor.shown()).toBe('O|ne / Two')
  writeElsewhere(editor.doc, 'Hi ')
  expect(editor.shown()).toBe('Hi O|ne / Two')
})

/** Simulates that another person types at the start of the first line. */
function writeElsewhere(doc: Doc, text: string): void {
  const other = new Doc()
  applyUpdate(other, encodeStateAsUpdate(doc))
  const line = other.getXmlFragment('body').get(0)
  const words = line instanceof XmlElement ? line.get(0) : null
  if (!(words instanceof XmlText)) throw new Error('The first line is empty.')
  words.insert(0, text)
  applyUpdate(doc, encodeStateAsUpdate(other))
}

describe('a change as its own undo step', () => {
  function replace() {
    const editor = open('Buy tea')
    editor.goTo(8)
    editor.type(' now')
    const step = asOwnUndoStep(editor.view, () => editor.edit((tr) => tr.insertText('ATL-1', 1, 12)))
    const calls: boolean[] = []
    step?.follow((isUndone) => void calls.push(isUndone))
    return { ...editor, step, calls, text: () => editor.shown().replace('|', '') }
  }

  test('is undone and redone with the linked change, and without the text before it', () => {
    const { undo: undoText, redo: redoText, text, calls } = replace()
    expect(text()).toBe('ATL-1')
    undoText()
    expect(text()).toBe('Buy tea now')
    expect(calls).toEqual([true])
    redoText()
    undoText()
    expect(calls).toEqual([true, false, true])
    undoText()
    expect(text()).toBe('Buy tea')
    expect(calls).toEqual([true, false, true])
  })

  test('is reversed together with an undo of the linked change, which is not called again', () => {
    const { step, text, calls, type } = replace()
    expect(step?.reverse(true)).toBe(true)
    expect(text()).toBe('Buy tea now')
    // The step is undone already, so nothing changes.
    expect(step?.reverse(true)).toBe(true)
    expect(text()).toBe('Buy tea now')
    expect(step?.reverse(false)).toBe(true)
    expect(text()).toBe('ATL-1')
    type('!')
    expect(step?.reverse(true)).toBe(false)
    expect(calls).toEqual([])
  })

  test('undoes no earlier change if others have deleted what it changed', () => {
    const editor = open('Buy tea', 'Other')
    editor.goTo(15)
    editor.type(' words')
    const step = asOwnUndoStep(editor.view, () => editor.edit((tr) => tr.insertText('ATL-1', 1, 8)))
    const elsewhere = new Doc()
    applyUpdate(elsewhere, encodeStateAsUpdate(editor.doc))
    elsewhere.getXmlFragment('body').delete(0, 1)
    applyUpdate(editor.doc, encodeStateAsUpdate(elsewhere))
    expect(editor.shown().replace('|', '')).toBe('Other words')
    expect(step?.reverse(true)).toBe(true)
    expect(editor.shown().replace('|', '')).toBe('Other words')
  })

  test('does not exist if nothing changes', () => {
    expect(asOwnUndoStep(open('Tea').view, () => undefined)).toBeNull()
  })
})
