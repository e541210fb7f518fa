import type { HocuspocusProvider } from '@hocuspocus/provider'
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin } from '@tiptap/pm/state'
import { DecorationSet } from '@tiptap/pm/view'
import { yCursorPluginKey } from '@tiptap/y-tiptap'

interface Awareness {
  added: number[]
  updated: number[]
  removed: number[]
}

/**
 * Keeps the caret where the user has just placed it while others type. The browser moves the caret immediately
 * but reports it in a later task. A remote change before that task would move the caret back, and the next
 * keystroke would be inserted at the wrong position. The extension also avoids redrawing remote carets when
 * only the local caret has moved, which happens with each typed letter.
 */
export function applyCaretImmediately(provider: HocuspocusProvider) {
  const me = provider.document.clientID
  let haveOthersMoved = true
  const onAwareness = ({ added, updated, removed }: Awareness) => {
    haveOthersMoved ||= [...added, ...updated, ...removed].some((client) => client !== me)
  }
  const areCaretsHidden = (state: EditorState) =>
    yCursorPluginKey.getState(state) === DecorationSet.empty &&
    [...(provider.awareness?.getStates() ?? [])].some(([client, { cursor }]) => client !== me && cursor)
  return Extension.create({
    name: 'syncCaret',
    onCreate() {
      provider.on('message', readDomSelection)
      provider.awareness?.on('change', onAwareness)
    },
    onDestroy() {
      provider.off('message', readDomSelection)
      provider.awareness?.off('change', onAwareness)
    },
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (view) => {
              if (!view.composing) readDomSelection()
              return false
            },
          },
        },
      }),
    ],
    dispatchTransaction({ transaction, next }) {
      const othersCarets = transaction.getMeta(yCursorPluginKey)
      if (!othersCarets || transaction.docChanged) return next(transaction)
      const before = this.editor.state
      // Remote carets are redrawn only if they have moved, or if an edit of blocks has hidden them.
      if (!haveOthersMoved && !areCaretsHidden(before)) return
      haveOthersMoved = false
      readDomSelection()
      const { state } = this.editor
      next(state === before ? transaction : state.tr.setMeta(yCursorPluginKey, othersCarets))
    },
  })
}

/** Dispatches `selectionchange`, so that all editors in this tab read the current selection from the DOM. */
export function readDomSelection(): void {
  document.dispatchEvent(new Event('selectionchange'))
}
