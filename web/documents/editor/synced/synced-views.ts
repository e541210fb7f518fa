import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import type { XmlElement } from 'yjs'
import { syncedReferenceOfNode } from '#common/documents/content/synced-block-nodes.ts'
import type { SyncedReference } from '#common/documents/content/synced-blocks.ts'
import { deleteBlocks } from '../moves/block-moves.ts'
import { dispatchMove } from '../moves/dispatch-move.ts'
import type { EditorPortals } from '../portals.ts'
import { replaceSyncedBlock } from './synced-commands.ts'

/** An element into which React renders the content of a synced block. */
export interface SyncedReferencePortal {
  dom: HTMLElement
  /** Null if a client wrote an invalid reference. */
  reference: SyncedReference | null
  /** Moves the caret out of the content: before it, after it, or to the reference as a whole. */
  leave?: (to: SyncedLeaveTarget) => void
  /** Replaces the reference by a copy of the content of the original, or deletes the reference. */
  replace?: (content: XmlElement | null) => void
}

export type SyncedLeaveTarget = 'before' | 'after' | 'whole'

export type SyncedReferencePortals = EditorPortals<SyncedReferencePortal>

/** Creates the markup of an original for the editor and for stored texts. The handle is only used in the editor. */
export function createSyncedBlockElement() {
  const [dom, contentDOM, handle] = ['div', 'div', 'div'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  dom.className = 'synced-block'
  contentDOM.className = 'synced-content'
  handle.className = 'block-handle'
  dom.append(handle, contentDOM)
  return { dom, contentDOM, handle, over: null }
}

export function createSyncedReferenceElement(): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'synced-reference'
  dom.contentEditable = 'false'
  return dom
}

export function createSyncedReferenceView(portals: SyncedReferencePortals) {
  return (node: Node, view: EditorView, position: () => number | undefined): NodeView => {
    const dom = createSyncedReferenceElement()
    const { remove } = portals.add({
      dom,
      reference: syncedReferenceOfNode(node),
      leave: (to) => leave(view, position(), to),
      replace: (content) => replace(view, position(), content),
    })
    return {
      dom,
      update: (next) => next.type === node.type && next.eq(node),
      // The content has an editor of its own, which handles its events.
      stopEvent: ({ target }) =>
        target instanceof Element && target.closest('.ProseMirror, button, a, [role="toolbar"]') !== view.dom,
      ignoreMutation: () => true,
      destroy: remove,
    }
  }
}

function replace(view: EditorView, from: number | undefined, content: XmlElement | null): void {
  const { state } = view
  const node = from === undefined ? null : state.doc.nodeAt(from)
  if (from === undefined || node === null || !view.editable) return
  const copy = content && yXmlFragmentToProseMirrorRootNode(content, state.schema).children
  if (copy === null || copy.length === 0)
    view.dispatch(deleteBlocks(state, { from, to: from + node.nodeSize }))
  else dispatchMove(view, replaceSyncedBlock(state, from, copy))
  view.focus()
}

function leave(view: EditorView, position: number | undefined, to: SyncedLeaveTarget): void {
  const node = position === undefined ? null : view.state.doc.nodeAt(position)
  if (position === undefined || node === null) return
  const { doc, tr } = view.state
  const whole = NodeSelection.create(doc, position)
  const edge = to === 'before' ? position : position + node.nodeSize
  const beside = to === 'whole' ? null : Selection.findFrom(doc.resolve(edge), to === 'before' ? -1 : 1)
  view.focus()
  view.dispatch(tr.setSelection(beside ?? whole).scrollIntoView())
}
