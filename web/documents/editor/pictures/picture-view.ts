import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { pictureOfNode } from '#common/documents/content/picture-node.ts'
import { emptyPictureAttributes, type PictureAttributes } from '#common/documents/content/pictures.ts'
import type { EditorPortals } from '../portals.ts'
import { createPictureElement } from './picture-box.ts'

/** The layer over a picture that receives its controls and its upload progress. */
export interface PicturePortal {
  dom: HTMLElement
  frame: HTMLElement
  picture: PictureAttributes
  /** Returns the current position of the picture, or undefined after the picture was deleted. */
  position: () => number | undefined
}

export type PicturePortals = EditorPortals<PicturePortal>

export function createPictureView(portals: PicturePortals) {
  return (node: Node, view: EditorView, getPos: () => number | undefined): NodeView => {
    const picture = pictureOfNode(node) ?? emptyPictureAttributes
    const { dom, frame, update, release } = createPictureElement(picture, {
      onSize(size) {
        const position = getPos()
        if (position === undefined || !view.editable) return
        // The size of a picture is detected and not an edit by the user, so it must not become an undo step.
        const { tr } = view.state
        for (const [name, value] of Object.entries(size)) tr.setNodeAttribute(position, name, value)
        view.dispatch(tr.setMeta('addToHistory', false))
      },
    })
    const over = document.createElement('div')
    over.className = 'picture-over'
    over.contentEditable = 'false'
    frame.append(over)
    const added = portals.add({ dom: over, frame, picture, position: getPos })
    let current = node
    return {
      dom,
      update(next) {
        if (next.type !== current.type) return false
        if (next.attrs !== current.attrs) {
          const now = pictureOfNode(next) ?? emptyPictureAttributes
          update(now)
          added.update({ picture: now })
        }
        current = next
        return true
      },
      stopEvent: ({ target }) =>
        target instanceof globalThis.Node && over.contains(target) && target !== over,
      ignoreMutation: () => true,
      destroy() {
        added.remove()
        release()
      },
    }
  }
}
