import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** A press in the empty space under the text goes on writing there, in a new paragraph where the text ends in something else. */
export function writeBelow(view: EditorView, event: MouseEvent): boolean {
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
