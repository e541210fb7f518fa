import type { HocuspocusProvider } from '@hocuspocus/provider'
import { Extension } from '@tiptap/core'
import { yCursorPluginKey } from '@tiptap/y-tiptap'

/**
 * Keeps the caret where its owner has just put it while others type. The browser moves it at once and says so in a later
 * task; what others wrote may be shown before that, which would put it back to where the editor last knew it.
 */
export function caretInTime(provider: HocuspocusProvider) {
  return Extension.create({
    name: 'caretInTime',
    onCreate: () => void provider.on('message', readSelection),
    onDestroy: () => void provider.off('message', readSelection),
    dispatchTransaction({ transaction, next }) {
      const othersCarets = transaction.getMeta(yCursorPluginKey)
      if (!othersCarets || transaction.docChanged) return next(transaction)
      const before = this.editor.state
      readSelection()
      const { state } = this.editor
      next(state === before ? transaction : state.tr.setMeta(yCursorPluginKey, othersCarets))
    },
  })
}

/** Editors of this page read the selection as if the browser had told of it already. */
function readSelection(): void {
  document.dispatchEvent(new Event('selectionchange'))
}
