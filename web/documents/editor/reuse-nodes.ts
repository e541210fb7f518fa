import { Extension } from '@tiptap/core'
import { Mark, Node } from '@tiptap/pm/model'
import { Plugin, type Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { getRelativeSelection, ySyncPluginKey } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { writeFragment } from './write-fragment.ts'

/** The fields of y-prosemirror's binding that this file uses. Most of these fields are not public. */
interface Binding {
  doc: Y.Doc
  type: Y.XmlFragment
  prosemirrorView: EditorView | null
  /** Maps each Yjs type to the node that shows it. */
  mapping: Map<unknown, unknown>
  /**
   * Runs the callback unless another callback is already running. This prevents local changes from being
   * applied to the editor again.
   */
  mux: (work: () => void) => void
  /** The selection before the transaction, as Yjs positions and as editor positions. */
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
 * Avoids work that y-prosemirror does for the whole text on every keystroke. After a remote change, y-prosemirror
 * discards all cached nodes instead of only the changed ones and their ancestors. It also compares the texts of all
 * blocks to restore a caret that is still valid. For a local change or a caret movement, it compares all blocks to
 * find the changed one.
 */
export const reuseUnchangedNodes = Extension.create({
  name: 'reuseNodes',
  addProseMirrorPlugins: () => [
    new Plugin({
      state: {
        // Patches the binding before the view is created, because the binding registers its listeners
        // together with the view.
        init: (_, state) => patchBinding(ySyncPluginKey.getState(state).binding),
        apply: () => undefined,
      },
    }),
  ],
})

function patchBinding(binding: Binding): void {
  const { doc, type, mapping, _observeFunction: changed } = binding
  const caretNow = knownCaret(binding)
  // Stores the caret before a remote change, so that it can be restored afterwards. `mux` skips local
  // changes, because the caret stays valid after them.
  binding.beforeAllTransactions = () =>
    binding.mux(() => {
      binding.beforeTransactionSelection ??= caretNow()
    })
  binding._prosemirrorChanged = (now) =>
    doc.transact(() => {
      if (mapping.get(type) !== now && !isEmptyDocument(type, now)) write(binding, type, now)
      binding.beforeTransactionSelection = caretNow()
    }, ySyncPluginKey)
  binding._observeFunction = (events, transaction) => {
    const caret = binding.beforeTransactionSelection
    if (caret && isAlive(doc, caret.anchor) && isAlive(doc, caret.head))
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
 * Returns true for the empty paragraph that represents an empty document. It must not be written: otherwise
 * every open editor would insert one when an undo empties the document.
 */
function isEmptyDocument(fragment: Y.XmlFragment, now: Node): boolean {
  return fragment.length === 0 && now.eq(now.type.createAndFill() ?? now)
}

/**
 * Returns a function that returns the caret position. It caches the position until the document or the selection
 * changes, because Yjs traverses the text to compute the position.
 */
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

/** Writes an edit to Yjs. If only one block has changed, only that block is compared and written. */
function write(binding: Binding, fragment: Y.XmlFragment, now: Node): void {
  const { mapping } = binding
  const before = mapping.get(fragment)
  const at = before instanceof Node ? onlyChangedChild(before, now) : null
  const child = at === null || fragment.length !== now.childCount ? null : fragment.get(at)
  if (
    before instanceof Node &&
    at !== null &&
    child instanceof Y.XmlElement &&
    mapping.get(child) === before.child(at)
  ) {
    mapping.set(fragment, now)
    write(binding, child, now.child(at))
  } else writeFragment(binding, fragment, now)
}

/**
 * Returns the index of the only child that has changed. Returns null in all other cases, for example if a
 * child was added, or if the type of the changed child differs.
 */
function onlyChangedChild(before: Node, now: Node): number | null {
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

/**
 * Returns true if neither the position's element nor its ancestors were deleted. A moved element counts as
 * deleted.
 */
function isAlive(doc: Y.Doc, position: Y.RelativePosition): boolean {
  let type: unknown = Y.createAbsolutePositionFromRelativePosition(position, doc)?.type
  if (!(type instanceof Y.AbstractType)) return false
  while (type instanceof Y.AbstractType && type._item !== null) {
    if (type._item.deleted) return false
    type = type._item.parent
  }
  return true
}
