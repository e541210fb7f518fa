import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'
import { writeFragment } from '../write-fragment.ts'

interface Binding {
  doc: Y.Doc
  type: Y.XmlFragment
  mapping: Map<unknown, unknown>
  mux: (work: () => void) => void
  _prosemirrorChanged: (doc: Node) => void
}

/**
 * Dispatches a move and writes it to Yjs in separate steps, first the deletion and then the insertion. In a single
 * step, y-prosemirror would rewrite all blocks between the old and the new position letter by letter, which displaces
 * remote carets. The move is still one update and one undo step.
 */
export function dispatchMove(view: EditorView, transaction: Transaction | null): boolean {
  if (transaction === null) return false
  const binding: Binding | undefined = ySyncPluginKey.getState(view.state)?.binding
  if (binding === undefined) {
    view.dispatch(transaction)
    return true
  }
  const { doc, type } = binding
  binding.mux(() =>
    doc.transact(() => {
      // Inside `mux`, y-prosemirror ignores this change instead of writing it to Yjs a second time.
      view.dispatch(transaction)
      // A plugin can hold the transaction back, for example until the user has confirmed it.
      if (transaction.docChanged && view.state.doc === transaction.before) return
      for (const between of transaction.docs.slice(1)) writeFragment(binding, type, between)
      binding._prosemirrorChanged(view.state.doc)
    }, ySyncPluginKey),
  )
  return true
}
