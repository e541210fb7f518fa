import { Extension } from '@tiptap/core'
import { Plugin, type Transaction } from '@tiptap/pm/state'

const key = 'typedText'

/**
 * Marks the transactions that write what a person types, so that nothing that is pasted, dropped, undone or written by others is taken
 * for typing.
 */
export const typedText = Extension.create({
  name: key,
  // Input rules and keys of tables come first: what they replace is no text any more.
  priority: 1,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput(view, from, to, text, inserted = () => view.state.tr.insertText(text, from, to)) {
          view.dispatch(asTyped(inserted()))
          return true
        },
      },
    }),
  ],
})

export function asTyped(transaction: Transaction): Transaction {
  return transaction.setMeta(key, true)
}

export function isTyped(transaction: Transaction): boolean {
  return transaction.docChanged && transaction.getMeta(key) === true
}
