import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import * as Y from 'yjs'

/** What of the binding between Yjs and the editor is touched here. */
interface Binding {
  doc: Y.Doc
  /** Of each Yjs type the node that shows it. */
  mapping: Map<unknown, unknown>
  /** Does nothing while it is being done already: while what was written here goes into the document. */
  mux: (work: () => void) => void
  /** Where the caret was, as Yjs says it and as the editor does. */
  beforeTransactionSelection: {
    anchor: Y.RelativePosition
    head: Y.RelativePosition
    absAnchor: number | null
    absHead: number | null
  } | null
  beforeAllTransactions: () => void
  _observeFunction: (events: Y.YEvent<Y.XmlFragment>[], transaction: Y.Transaction) => void
}

/**
 * Spares a long text what the binding does with all of it at each keystroke. Of what others write, it forgets the nodes of what changed
 * and of all around it, and then those of everything else too, to make them anew; and it compares the texts of all blocks, to find a
 * caret again that it has not lost.
 */
export const keptNodes = Extension.create({
  name: 'keptNodes',
  addProseMirrorPlugins: () => [
    new Plugin({
      state: {
        // Before the view exists, which is when the binding begins to listen.
        init: (_, state) => spare(ySyncPluginKey.getState(state).binding),
        apply: () => undefined,
      },
    }),
  ],
})

function spare(binding: Binding): void {
  const { doc, mapping, beforeAllTransactions: noteCaret, _observeFunction: changed } = binding
  // One's own writing needs no caret found again.
  binding.beforeAllTransactions = () => binding.mux(noteCaret)
  binding._observeFunction = (events, transaction) => {
    const caret = binding.beforeTransactionSelection
    if (caret && isThere(doc, caret.anchor) && isThere(doc, caret.head))
      binding.beforeTransactionSelection = { ...caret, absAnchor: null, absHead: null }
    mapping.clear = () => undefined
    try {
      changed(events, transaction)
    } finally {
      Reflect.deleteProperty(mapping, 'clear')
    }
  }
}

/** What it stands in has not been deleted, or moved, which is to be deleted and made again. */
function isThere(doc: Y.Doc, position: Y.RelativePosition): boolean {
  let type: unknown = Y.createAbsolutePositionFromRelativePosition(position, doc)?.type
  if (!(type instanceof Y.AbstractType)) return false
  while (type instanceof Y.AbstractType && type._item !== null) {
    if (type._item.deleted) return false
    type = type._item.parent
  }
  return true
}
