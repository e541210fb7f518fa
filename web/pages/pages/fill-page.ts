import type { Editor } from '@tiptap/core'
import { type Node, DOMParser as Reader } from '@tiptap/pm/model'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'

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
  const undoManager: UndoManager | undefined = yUndoPluginKey.getState(view.state)?.undoManager
  const before = undoManager?.undoStack.at(-1)
  undoManager?.stopCapturing()
  view.dispatch(tr.replaceWith(0, doc.content.size, content))
  undoManager?.stopCapturing()
  const step = undoManager?.undoStack.at(-1)
  const isWritten = step !== undefined && step !== before
  linkedStep.done(isWritten)
  if (undoManager && isWritten) attachToUndoStep(undoManager, linkedStep)
  view.focus()
  return true
}

/** Undoes and redoes the linked change together with the last step of the text, while the editor is open. */
function attachToUndoStep(undoManager: UndoManager, { done, undone }: LinkedFieldsChange): void {
  let step = undoManager.undoStack.at(-1)
  undoManager.on('stack-item-popped', ({ stackItem, type }) => {
    if (stackItem !== step) return
    const isUndone = type === 'undo'
    if (isUndone) undone()
    else done(true)
    step = (isUndone ? undoManager.redoStack : undoManager.undoStack).at(-1)
  })
}
