import type { Editor } from '@tiptap/core'
import { type Node, DOMParser as Reader } from '@tiptap/pm/model'
import { yUndoPluginKey } from '@tiptap/y-tiptap'

/** Whether nothing stands in a text, not even a block that was begun. */
export function isBlank(doc: Node): boolean {
  return doc.children.every((block) => block.type.name === 'paragraph' && block.content.size === 0)
}

/** Writes a text into a page where nothing stands, undone at once; false where something does, which stays. */
export function fillPage({ view, isDestroyed, isEditable }: Editor, html: string): boolean {
  if (isDestroyed || !isEditable || !isBlank(view.state.doc)) return false
  const { doc, schema, tr } = view.state
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const { content } = Reader.fromSchema(schema).parse(body)
  const undoManager = yUndoPluginKey.getState(view.state)?.undoManager
  undoManager?.stopCapturing()
  view.dispatch(tr.replaceWith(0, doc.content.size, content))
  undoManager?.stopCapturing()
  view.focus()
  return true
}
