import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Handles clicks in the empty space below the text: the caret moves to the end, and a paragraph is added if
 * the text ends with another block.
 */
export function handleClickBelowText(view: EditorView, event: MouseEvent): boolean {
  const last = view.dom.lastElementChild
  const isBelow =
    last !== null && event.target === view.dom && event.clientY > last.getBoundingClientRect().bottom
  if (!isBelow || !view.editable || event.button !== 0) return false
  event.preventDefault()
  const { tr, schema, doc } = view.state
  const paragraph = schema.nodes.paragraph
  if (paragraph && doc.lastChild?.type !== paragraph) tr.insert(doc.content.size, paragraph.create())
  view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView())
  view.focus()
  return true
}

/**
 * Moves the caret from a block without text, such as a picture, to the text below it. Inserts a paragraph if no text
 * follows the block. The block must not stay selected, because typing would replace it.
 */
export function moveCaretBelowBlock(tr: Transaction, end: number): Transaction {
  const paragraph = tr.doc.type.schema.nodes['paragraph']?.create()
  if (paragraph && needsParagraphBelowBlock(tr, end)) tr.insert(end, paragraph)
  return tr.setSelection(Selection.near(tr.doc.resolve(end), 1))
}

export function needsParagraphBelowBlock(tr: Transaction, end: number): boolean {
  const { nodeAfter } = tr.doc.resolve(end)
  return nodeAfter === null || nodeAfter.isAtom
}
