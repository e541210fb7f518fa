import type { TableAxis } from './table-commands.ts'

/** The row and columns of the cell under the pointer. The pixel values are relative to the box around the table. */
export interface CellIndexes {
  row: number
  column: number
  /** The last column that the cell covers. */
  lastColumn: number
  left: number
  top: number
  width: number
  height: number
  tableHeight: number
}

/**
 * Returns the cell of this table under the pointer, ignoring nested tables. Returns null if the pointer is not
 * over a cell of this table.
 */
export function cellUnderPointer(box: Element, { target }: Event): HTMLTableCellElement | null {
  let cell = target instanceof Element ? target.closest('td, th') : null
  while (cell && cell.closest('.table-block') !== box) cell = cell.parentElement?.closest('td, th') ?? null
  return cell instanceof HTMLTableCellElement ? cell : null
}

export function cellIndexesOf(box: HTMLElement, cell: HTMLTableCellElement): CellIndexes | null {
  const row = cell.parentElement
  const table = cell.closest('table')
  if (!row || !table || cell.classList.contains('cell-missing')) return null
  const [around, its, all] = [box, cell, table].map((each) => each.getBoundingClientRect())
  if (!around || !its || !all) return null
  const column = [...row.children].indexOf(cell)
  return {
    row: [...(row.parentElement?.children ?? [])].indexOf(row),
    column,
    lastColumn: column + cell.colSpan - 1,
    left: its.left - around.left,
    top: its.top - around.top,
    width: its.width,
    height: its.height,
    tableHeight: all.height,
  }
}

/**
 * Returns the boundaries between rows or columns in viewport coordinates. Also returns a function that
 * computes the line which marks one of these boundaries.
 */
export function rowOrColumnEdges(box: HTMLElement, of: TableAxis) {
  const table = box.querySelector('table')
  const [around, all] = [box, table ?? box].map((each) => each.getBoundingClientRect())
  const rows = [...(table?.tBodies[0]?.rows ?? [])]
  const lines = of === 'row' ? rows.map((row) => row.getBoundingClientRect().top) : columnEdges(rows)
  lines.push((of === 'row' ? all?.bottom : all?.right) ?? 0)
  const mark = (at: number) => {
    const line = (lines[at] ?? 0) - 1
    return of === 'row'
      ? {
          left: 0,
          top: line - (around?.top ?? 0),
          width: Math.min(around?.width ?? 0, all?.width ?? 0),
          height: 3,
        }
      : { left: line - (around?.left ?? 0), top: 0, width: 3, height: all?.height ?? 0 }
  }
  return { lines, mark }
}

function columnEdges(rows: readonly HTMLTableRowElement[]): number[] {
  const edges: number[] = []
  for (const row of rows)
    for (const [at, cell] of [...row.children].entries()) {
      const { left, width } = cell.getBoundingClientRect()
      // Cells that are covered by a merged cell have no size, so they define no edge.
      if (width > 0) edges[at] ??= left
    }
  const count = Math.max(0, ...rows.map((row) => row.children.length))
  for (let at = 1; at < count; at++) edges[at] ??= edges[at - 1] ?? 0
  return edges
}
