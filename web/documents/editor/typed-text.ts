import { Extension } from '@tiptap/core'
import { Plugin, type Transaction } from '@tiptap/pm/state'

const key = 'typedText'

/**
 * Marks the transactions that contain typed text, to distinguish them from pasting, dropping, undo and remote
 * changes.
 */
export const typedTextExtension = Extension.create({
  name: key,
  // Must run after input rules and table shortcuts, which may replace the typed text.
  priority: 1,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, from, to, text, inserted = () => view.state.tr.insertText(text, from, to)) {
          view.dispatch(markAsTyped(inserted()))
          return true
        },
      },
    }),
  ],
})

export function markAsTyped(transaction: Transaction): Transaction {
  return transaction.setMeta(key, true)
}

export function isMarkedAsTyped(transaction: Transaction): boolean {
  return transaction.docChanged && transaction.getMeta(key) === true
}
