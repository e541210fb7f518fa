import type { Editor } from '@tiptap/core'
import { type Node, DOMParser as Reader } from '@tiptap/pm/model'
import { yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'

/** Whether nothing stands in a text, not even a block that was begun. */
export function isBlank(doc: Node): boolean {
  return doc.children.every((block) => block.type.name === 'paragraph' && block.content.size === 0)
}

/** What is done beside a text that is filled: taken back with it, and done again with it. */
export interface Along {
  /** Says whether it will be undone together with the text: where nothing was written, there is nothing to undo there. */
  done: (isUndoneWithText: boolean) => void
  undone: () => void
}

/** Writes a text into a page where nothing stands, undone at once; false where something does, which stays, and nothing is done along with it. */
export function fillPage({ view, isDestroyed, isEditable }: Editor, html: string, along: Along): boolean {
  if (isDestroyed || !isEditable || !isBlank(view.state.doc)) return false
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
  along.done(isWritten)
  if (undoManager && isWritten) follow(undoManager, along)
  view.focus()
  return true
}

/** From then on the last step of a text is undone and done again with what was done along with it, as long as the text is open. */
function follow(undoManager: UndoManager, { done, undone }: Along): void {
  let step = undoManager.undoStack.at(-1)
  undoManager.on('stack-item-popped', ({ stackItem, type }) => {
    if (stackItem !== step) return
    const isUndone = type === 'undo'
    if (isUndone) undone()
    else done(true)
    step = (isUndone ? undoManager.redoStack : undoManager.undoStack).at(-1)
  })
}
