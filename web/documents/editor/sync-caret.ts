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
      followMessages(provider, this.editor)
      provider.awareness?.on('change', onAwareness)
    },
    onDestroy() {
      unfollowMessages(provider, this.editor)
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

/** The editors of each open document. Several editors can show parts of the same document. */
const editors = new WeakMap<HocuspocusProvider, Set<unknown>>()

/** Reads the selection once for each message, however many editors show the document. */
function followMessages(provider: HocuspocusProvider, editor: unknown): void {
  const all = editors.get(provider) ?? new Set()
  editors.set(provider, all)
  if (all.size === 0) provider.on('message', readDomSelection)
  all.add(editor)
}

function unfollowMessages(provider: HocuspocusProvider, editor: unknown): void {
  const all = editors.get(provider)
  if (all?.delete(editor) && all.size === 0) provider.off('message', readDomSelection)
}

/** Dispatches `selectionchange`, so that all editors in this tab read the current selection from the DOM. */
export function readDomSelection(): void {
  document.dispatchEvent(new Event('selectionchange'))
}
