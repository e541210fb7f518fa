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
 * Keeps the caret where its owner has just put it while others type. The browser moves it at once and says so in a later
 * task. What others wrote may be shown before that, which would put it back to where the editor last knew it, and the next key would act
 * there. And where one's own caret alone has moved, as with each letter, the carets of others are not drawn again.
 */
export function caretInTime(provider: HocuspocusProvider) {
  const me = provider.document.clientID
  let haveOthersMoved = true
  const hear = ({ added, updated, removed }: Awareness) => {
    haveOthersMoved ||= [...added, ...updated, ...removed].some((client) => client !== me)
  }
  const areCaretsHidden = (state: EditorState) =>
    yCursorPluginKey.getState(state) === DecorationSet.empty &&
    [...(provider.awareness?.getStates() ?? [])].some(([client, { cursor }]) => client !== me && cursor)
  return Extension.create({
    name: 'caretInTime',
    onCreate() {
      provider.on('message', readSelection)
      provider.awareness?.on('change', hear)
    },
    onDestroy() {
      provider.off('message', readSelection)
      provider.awareness?.off('change', hear)
    },
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (view) => {
              if (!view.composing) readSelection()
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
      // What changes blocks hides them until they are known again.
      if (!haveOthersMoved && !areCaretsHidden(before)) return
      haveOthersMoved = false
      readSelection()
      const { state } = this.editor
      next(state === before ? transaction : state.tr.setMeta(yCursorPluginKey, othersCarets))
    },
  })
}

/** Editors of this page read the selection as if the browser had told of it already. */
export function readSelection(): void {
  document.dispatchEvent(new Event('selectionchange'))
}
