import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { texOfNode } from '#common/documents/content/formula-nodes.ts'
import type { PopoverState } from '../popover-state.ts'
import { createFormulaElement } from './formula-element.ts'

/** The formula that the popover edits. */
export interface OpenFormulaEditor {
  dom: HTMLElement
  tex: string
  isBlock: boolean
  /** Returns the current position of the formula, or undefined after the formula was deleted. */
  position: () => number | undefined
}

export function createFormulaView(opened: PopoverState<OpenFormulaEditor>) {
  return (node: Node, view: EditorView, position: () => number | undefined): NodeView => {
    const isBlock = node.isBlock
    const { dom, update, release } = createFormulaElement(texOfNode(node) ?? '', isBlock)
    let current = node
    const open = () => opened.set({ dom, tex: texOfNode(current) ?? '', isBlock, position })
    openers.set(dom, open)
    dom.contentEditable = 'false'
    dom.addEventListener('click', () => {
      if (view.editable) open()
    })
    return {
      dom,
      update(next) {
        if (next.type !== current.type) return false
        if (next.attrs !== current.attrs) update(texOfNode(next) ?? '')
        current = next
        return true
      },
      ignoreMutation: () => true,
      destroy() {
        release()
        if (opened.get()?.dom === dom) opened.set(null)
      },
    }
  }
}

const openers = new WeakMap<globalThis.Node, () => void>()

/** Opens the popover of the formula at a position. Returns false if there is no formula. */
export function openFormulaEditor(view: EditorView, position = view.state.selection.from): boolean {
  const dom = view.nodeDOM(position)
  const open = dom ? openers.get(dom) : undefined
  open?.()
  return open !== undefined
}
