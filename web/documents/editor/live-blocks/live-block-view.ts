import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { liveBlockOfNode } from '#common/documents/content/live-block-node.ts'
import type { LiveBlock } from '#common/documents/content/live-blocks.ts'
import type { EditorPortals } from '../portals.ts'

/** An element into which React renders the current content of a live block. */
export interface LiveBlockPortal {
  dom: HTMLElement
  /** Null if a client wrote an invalid block. */
  block: LiveBlock | null
}

export type LiveBlockPortals = EditorPortals<LiveBlockPortal>

/** Creates the element of a live block for the editor and for stored texts. */
export function createLiveBlockElement(): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'live-block'
  dom.contentEditable = 'false'
  return dom
}

export function createLiveBlockView(portals: LiveBlockPortals) {
  return (node: Node): NodeView => {
    const dom = createLiveBlockElement()
    const { remove } = portals.add({ dom, block: liveBlockOfNode(node) })
    return {
      dom,
      update: (next) => next.type === node.type && next.eq(node),
      stopEvent: ({ target }) => target instanceof Element && target.closest('button, a') !== null,
      ignoreMutation: () => true,
      destroy: remove,
    }
  }
}
