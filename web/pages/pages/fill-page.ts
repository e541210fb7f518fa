import type { Editor } from '@tiptap/core'
import { type Node, DOMParser as Reader } from '@tiptap/pm/model'
import { asOwnUndoStep } from '../../documents/editor/own-undo-step.ts'

/** Returns true if a document contains only empty paragraphs. */
export function isBlankDocument(doc: Node): boolean {
  return doc.children.every((block) => block.type.name === 'paragraph' && block.content.size === 0)
}

/** A change of the page's fields that is undone and redone together with the text. */
export interface LinkedFieldsChange {
  /**
   * Applies the fields. Called after the text was filled in, and after a redo of the text. `isUndoneWithText`
   * is false if the template has no text, because the editor's undo stack then has no step to attach to.
   */
  done: (isUndoneWithText: boolean) => void
  undone: () => void
}

/** Fills an empty page with a text as one undo step. Returns false if the page is not empty, and then changes nothing. */
export function fillPageFromTemplate(
  { view, isDestroyed, isEditable }: Editor,
  html: string,
  linkedStep: LinkedFieldsChange,
): boolean {
  if (isDestroyed || !isEditable || !isBlankDocument(view.state.doc)) return false
  const { doc, schema, tr } = view.state
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const { content } = Reader.fromSchema(schema).parse(body)
  const step = asOwnUndoStep(view, () => view.dispatch(tr.replaceWith(0, doc.content.size, content)))
  linkedStep.done(step !== null)
  step?.follow((isUndone) => (isUndone ? linkedStep.undone() : linkedStep.done(true)))
  view.focus()
  return true
}
