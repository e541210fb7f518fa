import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { updateYFragment, ySyncPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'

interface Binding {
  doc: Y.Doc
  type: Y.XmlFragment
  mux: (work: () => void) => void
  _prosemirrorChanged: (doc: Node) => void
}

/**
 * Shows a move, and writes it into the document step by step: what is taken out, then what is put in. Written at once, the blocks between would be
 * rewritten letter by letter to look like each other, with others' carets in them. It is one change for others, and one Undo.
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
      // Within `mux` the binding does not write by itself.
      view.dispatch(transaction)
      for (const between of transaction.docs.slice(1)) updateYFragment(doc, type, between, binding as never)
      binding._prosemirrorChanged(view.state.doc)
    }, ySyncPluginKey),
  )
  return true
}
