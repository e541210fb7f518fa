import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { type CalloutAttributes, validCalloutAttributes } from '#common/documents/content/callouts.ts'
import type { EditorPortals } from '../portals.ts'

/** The elements of a callout that receive its emoji or icon and, in an editor, its menu. */
export interface CalloutPortal {
  sign: HTMLElement
  menu: HTMLElement
  callout: CalloutAttributes
  /**
   * Returns the current position of the callout. Returns undefined if the callout was deleted, or if the text is
   * shown without an editor.
   */
  position: () => number | undefined
}

export type CalloutPortals = EditorPortals<CalloutPortal>

/** Creates the markup of a callout for the editor and for stored texts. */
export function createCalloutElement({ background }: CalloutAttributes) {
  const [dom, sign, contentDOM, menu] = ['div', 'div', 'div', 'div'].map((name) =>
    document.createElement(name),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]
  dom.className = 'callout'
  sign.className = 'callout-sign'
  contentDOM.className = 'callout-content'
  menu.className = 'block-handle'
  sign.contentEditable = 'false'
  menu.contentEditable = 'false'
  dom.append(sign, contentDOM, menu)
  colour(dom, background)
  return { dom, sign, contentDOM, menu }
}

export function createCalloutView(portals: CalloutPortals) {
  return (node: Node, _view: EditorView, position: () => number | undefined): NodeView => {
    const callout = validCalloutAttributes(node.attrs)
    const { dom, sign, contentDOM, menu } = createCalloutElement(callout)
    const added = portals.add({ sign, menu, callout, position })
    let current = node
    return {
      dom,
      contentDOM,
      update(next) {
        if (next.type !== current.type) return false
        const now = next.attrs === current.attrs ? null : validCalloutAttributes(next.attrs)
        current = next
        if (now) {
          colour(dom, now.background)
          added.update({ callout: now })
        }
        return true
      },
      stopEvent: ({ target }) =>
        target instanceof globalThis.Node && (sign.contains(target) || menu.contains(target)),
      ignoreMutation: ({ type, target }) => type !== 'selection' && !contentDOM.contains(target),
      destroy: added.remove,
    }
  }
}

function colour(dom: HTMLElement, background: string | null): void {
  if (background === null) delete dom.dataset['background']
  else dom.dataset['background'] = background
}
