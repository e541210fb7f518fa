import type { Editor } from '@tiptap/core'

/** A click in the empty space under the text goes on writing there, in a new paragraph where the text ends in something else. */
export function focusBelow(editor: Editor, event: { preventDefault(): void }): void {
  event.preventDefault()
  const { doc } = editor.state
  if (doc.lastChild?.type.name === 'paragraph') editor.commands.focus('end')
  else editor.chain().insertContentAt(doc.content.size, { type: 'paragraph' }).focus('end').run()
}
