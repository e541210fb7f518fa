import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import {
  computeTableLayout,
  maxTableColumnWidth,
  minTableColumnWidth,
  tableColumnWidths,
} from '#common/documents/content/table-layout.ts'
import { cellRangeOfSelection } from './cell-range.ts'
import { setTableColumnWidths } from './table-commands.ts'

/**
 * Changes the widths of the selected columns by a number of pixels. Null resets all columns to automatic
 * widths. Returns null if the selection is not in a table.
 */
export function resizeSelectedColumns(view: EditorView, by: number | null): Transaction | null {
  const range = cellRangeOfSelection(view.state)
  if (!range) return null
  const { position, rect, layout } = range
  const now = renderedColumnWidths(view, position)
  const widths = Array.from({ length: layout.width }, (_, at) =>
    by === null
      ? null
      : at >= rect.left && at <= rect.right
        ? clampWidth((now[at] ?? 0) + by)
        : (now[at] ?? null),
  )
  return setTableColumnWidths(view.state, position, widths)
}

/**
 * Returns the displayed widths of all columns. A command that resizes one column stores all of them, so that
 * the widths of the other columns do not change.
 */
export function renderedColumnWidths(view: EditorView, position: number): number[] {
  const node = view.state.doc.nodeAt(position)
  const dom = view.nodeDOM(position)
  if (!node || !(dom instanceof HTMLElement)) return []
  const stored = tableColumnWidths(node)
  const { width, slots } = computeTableLayout(node)
  const rows = [...dom.querySelectorAll<HTMLElement>(':scope > .table-scroll > table > tbody > tr')]
  return Array.from({ length: width }, (_, at) => {
    const own = stored?.[at]
    if (own != null) return own
    // Measure the width at a cell that occupies only this column. If every cell spans several columns, divide
    // the width of a cell by the number of its columns.
    const columnCells = slots.map((row) => row[at]).filter((cell) => cell !== undefined)
    const columnCell = columnCells.find(({ wide }) => wide === 1) ?? columnCells[0]
    const cell = columnCell && rows[columnCell.row]?.children[columnCell.column]
    return cell && columnCell
      ? Math.round(cell.getBoundingClientRect().width / columnCell.wide)
      : minTableColumnWidth
  })
}

export function clampWidth(width: number): number {
  return Math.min(maxTableColumnWidth, Math.max(minTableColumnWidth, Math.round(width)))
}
