import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { dateOfNode } from '#common/documents/content/date.ts'
import type { PlainDate } from '../../../platform/ui/plain-date.ts'
import type { PopoverState } from '../popover-state.ts'
import { createDateChip } from './date-chip.ts'

/** The date that the calendar popover edits. */
export interface OpenDateEditor {
  dom: HTMLElement
  date: PlainDate | null
  /** Returns the current position of the date, or undefined after the date was deleted. */
  position: () => number | undefined
}

export function createDateView(opened: PopoverState<OpenDateEditor>) {
  return (node: Node, view: EditorView, position: () => number | undefined): NodeView => {
    const { dom, update, release } = createDateChip(dateOfNode(node))
    let current = node
    const open = () => opened.set({ dom, date: dateOfNode(current), position })
    openers.set(dom, open)
    dom.contentEditable = 'false'
    dom.addEventListener('click', () => {
      if (view.editable) open()
    })
    return {
      dom,
      update(next) {
        if (next.type !== current.type) return false
        if (next.attrs !== current.attrs) update(dateOfNode(next))
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

/** Opens the popover of the date at a position. Returns false if there is no date. */
export function openDateEditor(view: EditorView, position = view.state.selection.from): boolean {
  const dom = view.nodeDOM(position)
  const open = dom ? openers.get(dom) : undefined
  open?.()
  return open !== undefined
}

/** Opens the calendar popover of the selected date on Enter. */
export const dateExtension = Extension.create({
  name: 'dates',
  priority: 1_010,
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { view } = this.editor
        return view.state.selection instanceof NodeSelection && openDateEditor(view)
      },
    }
  },
})

/** Replaces the selection by a date and selects it. Returns null if the schema of the editor has no dates. */
export function insertDate({ schema, tr }: EditorState, date: PlainDate): Transaction | null {
  const node = schema.nodes['date']?.create({ date })
  if (!node) return null
  const { from, to } = tr.selection
  tr.replaceWith(from, to, node)
  return tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView()
}

/**
 * Changes or removes the date at a position and places the caret after it. If `date` is null, the date is
 * removed.
 */
export function setDate({ tr }: EditorState, position: number, date: PlainDate | null): Transaction {
  if (date === null) tr.delete(position, position + 1)
  else tr.setNodeAttribute(position, 'date', date)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(date === null ? position : position + 1)))
}
