import { Extension } from '@tiptap/core'
import { Mark, Node } from '@tiptap/pm/model'
import { Plugin, type Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { getRelativeSelection, updateYFragment, ySyncPluginKey } from '@tiptap/y-tiptap'
import * as Y from 'yjs'

/** What of the binding between Yjs and the editor is touched here. */
interface Binding {
  doc: Y.Doc
  type: Y.XmlFragment
  prosemirrorView: EditorView | null
  /** Of each Yjs type the node that shows it. */
  mapping: Map<unknown, unknown>
  /** Does nothing while it is being done already: while what was written here goes into the document. */
  mux: (work: () => void) => void
  /** Where the caret was, as Yjs says it and as the editor does. */
  beforeTransactionSelection: Caret | null
  beforeAllTransactions: () => void
  _observeFunction: (events: Y.YEvent<Y.XmlFragment>[], transaction: Y.Transaction) => void
  _prosemirrorChanged: (doc: Node) => void
}

interface Caret {
  anchor: Y.RelativePosition
  head: Y.RelativePosition
  absAnchor: number | null
  absHead: number | null
}

/**
 * Spares a long text what the binding does with all of it at each keystroke. Of what others write, it forgets the nodes of what changed
 * and of all around it, and then those of everything else too, to make them anew; and it compares the texts of all blocks, to find a
 * caret again that it has not lost. What is written here it looks for among all blocks, with every move of the caret too.
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
  const { doc, type, mapping, _observeFunction: changed } = binding
  const caretNow = knownCaret(binding)
  // One's own writing needs no caret found again.
  binding.beforeAllTransactions = () =>
    binding.mux(() => {
      binding.beforeTransactionSelection ??= caretNow()
    })
  binding._prosemirrorChanged = (now) =>
    doc.transact(() => {
      if (mapping.get(type) !== now && !isStandIn(type, now)) write(binding, type, now)
      binding.beforeTransactionSelection = caretNow()
    }, ySyncPluginKey)
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

/**
 * A document with nothing in it is shown as an empty paragraph, which is nobody's writing: were it written, everybody who has it open would
 * write one as the last text is undone.
 */
function isStandIn(fragment: Y.XmlFragment, now: Node): boolean {
  return fragment.length === 0 && now.eq(now.type.createAndFill() ?? now)
}

/** Yjs finds where the caret is by going through the text; it is where it was as long as neither has changed. */
function knownCaret(binding: Binding): () => Caret | null {
  let known: { doc: Node; written: unknown; selection: Selection; caret: Caret } | null = null
  return () => {
    const state = binding.prosemirrorView?.state
    if (!state) return null
    const { doc, selection } = state
    const written = binding.mapping.get(binding.type)
    if (known?.doc !== doc || known.written !== written || !selection.eq(known.selection))
      known = { doc, written, selection, caret: getRelativeSelection(binding as never, state) }
    return known.caret
  }
}

/** Where a block alone has changed it is written alone. */
function write(binding: Binding, fragment: Y.XmlFragment, now: Node): void {
  const { mapping } = binding
  const before = mapping.get(fragment)
  const at = before instanceof Node ? theOneChanged(before, now) : null
  const child = at === null || fragment.length !== now.childCount ? null : fragment.get(at)
  if (
    before instanceof Node &&
    at !== null &&
    child instanceof Y.XmlElement &&
    mapping.get(child) === before.child(at)
  ) {
    mapping.set(fragment, now)
    write(binding, child, now.child(at))
  } else updateYFragment(binding.doc, fragment, now, binding as never)
}

/** The place of the only block in it that has changed, and is still of its kind. */
function theOneChanged(before: Node, now: Node): number | null {
  const { childCount } = now
  if (now.isTextblock || before.childCount !== childCount || !before.sameMarkup(now)) return null
  let at = 0
  while (at < childCount && before.child(at) === now.child(at)) at++
  if (at === childCount) return null
  for (let other = at + 1; other < childCount; other++)
    if (before.child(other) !== now.child(other)) return null
  const [was, is] = [before.child(at), now.child(at)]
  return was.type === is.type && Mark.sameSet(was.marks, is.marks) ? at : null
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
