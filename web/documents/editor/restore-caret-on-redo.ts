import { Extension } from '@tiptap/core'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { relativePositionToAbsolutePosition, ySyncPluginKey, yUndoPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'

/** A caret as Yjs positions, which stay valid when the text changes. */
interface Caret {
  anchor: Y.RelativePosition | null
  head: Y.RelativePosition | null
}

interface Binding {
  doc: Y.Doc
  type: Y.XmlFragment
  mapping: Parameters<typeof relativePositionToAbsolutePosition>[3]
  /** The caret that y-prosemirror restores after the next remote change. */
  beforeTransactionSelection: Caret | null
}

type StackItem = Y.UndoManager['undoStack'][number]

/**
 * Moves the caret on redo to the position that it had after the original change. Yjs stores only the position
 * before a change. After an undo, Yjs also marks this position to be restored, so the next remote change
 * would move the caret there. The extension prevents that.
 */
export const restoreCaretOnRedo = Extension.create({
  name: 'restoreCaretOnRedo',
  addProseMirrorPlugins: () => [
    new Plugin({
      view(view) {
        return { destroy: follow(view) }
      },
    }),
  ],
})

function follow(view: EditorView): () => void {
  const undoManager: Y.UndoManager | undefined = yUndoPluginKey.getState(view.state)?.undoManager
  if (!undoManager) return () => undefined
  const carets = new WeakMap<StackItem, Caret>()
  const binding = (): Binding | undefined => ySyncPluginKey.getState(view.state)?.binding
  const onChange = ({ stackItem, type }: { stackItem: StackItem; type: 'undo' | 'redo' }) => {
    const caret = binding()?.beforeTransactionSelection
    if (caret && type === 'undo' && !undoManager.redoing) carets.set(stackItem, caret)
  }
  const onPop = ({ stackItem, type }: { stackItem: StackItem; type: 'undo' | 'redo' }) => {
    const now = binding()
    if (now) now.beforeTransactionSelection = null
    const caret = carets.get(stackItem)
    const next = (type === 'undo' ? undoManager.redoStack : undoManager.undoStack).at(-1)
    if (caret && next) carets.set(next, caret)
    if (caret && now && type === 'redo') putCaret(view, now, caret)
  }
  undoManager.on('stack-item-added', onChange)
  undoManager.on('stack-item-updated', onChange)
  undoManager.on('stack-item-popped', onPop)
  return () => {
    undoManager.off('stack-item-added', onChange)
    undoManager.off('stack-item-updated', onChange)
    undoManager.off('stack-item-popped', onPop)
  }
}

function putCaret(view: EditorView, { doc, type, mapping }: Binding, caret: Caret): void {
  const [anchor, head] = [caret.anchor, caret.head].map(
    (place) => place && relativePositionToAbsolutePosition(doc, type, place, mapping),
  )
  const { tr } = view.state
  if (anchor == null || head == null || Math.max(anchor, head) > tr.doc.content.size) return
  tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
  view.dispatch(tr.setMeta('addToHistory', false).scrollIntoView())
}
