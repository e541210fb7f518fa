import type { Node } from '@tiptap/pm/model'

/** A cell as it is displayed: its position, and the number of columns and rows that it covers. */
export interface VisibleCell {
  row: number
  column: number
  wide: number
  high: number
}

/** The width of a table, and the displayed cell at each position of the grid. */
export interface TableLayout {
  width: number
  height: number
  slots: readonly (readonly VisibleCell[])[]
}

/**
 * Computes how a table is displayed. The spans of a cell are only a request, because concurrent edits or a
 * deleted row can leave conflicting spans. A cell covers another position only if the position is inside the
 * table, no other cell is displayed there, and the cell at the position is empty. Every position therefore
 * shows exactly one cell, and no text is hidden. If a row is shorter than the others, empty cells are assumed
 * at its end.
 */
export function computeTableLayout(table: Node): TableLayout {
  const known = layouts.get(table)
  if (known) return known
  const layout = computeLayout(table)
  layouts.set(table, layout)
  return layout
}

const layouts = new WeakMap<Node, TableLayout>()

function computeLayout(table: Node): TableLayout {
  const rows = table.children
  const width = rows.reduce((most, { childCount }) => Math.max(most, childCount), 1)
  const slots: VisibleCell[][] = rows.map(() => [])
  for (const [row, { children }] of rows.entries()) {
    for (let column = 0; column < width; column++) {
      if (slots[row]?.[column] !== undefined) continue
      const drawn = { row, column, ...extentOf(rows, slots, { row, column, width, cell: children[column] }) }
      for (const each of slots.slice(row, row + drawn.high))
        for (let at = column; at < column + drawn.wide; at++) each[at] = drawn
    }
  }
  return { width, height: rows.length, slots }
}

interface Beginning {
  row: number
  column: number
  width: number
  cell: Node | undefined
}

function extentOf(rows: readonly Node[], slots: readonly VisibleCell[][], from: Beginning) {
  const { row, column, width, cell } = from
  const wish = { wide: parseCellSpan(cell?.attrs.colspan), high: parseCellSpan(cell?.attrs.rowspan) }
  const isFree = (y: number, x: number) =>
    slots[y]?.[x] === undefined && isEmptyCell(rows[y]?.maybeChild(x) ?? null)
  let wide = 1
  while (wide < wish.wide && column + wide < width && isFree(row, column + wide)) wide++
  let high = 1
  const isFreeRow = (y: number) => {
    for (let x = column; x < column + wide; x++) if (!isFree(y, x)) return false
    return true
  }
  while (high < wish.high && row + high < rows.length && isFreeRow(row + high)) high++
  return { wide, high }
}

/** Returns the number of columns or rows that a cell spans, or 1 for invalid values. */
export function parseCellSpan(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : 1
}

/** Returns true if the cell contains only empty paragraphs. A missing cell counts as empty. */
export function isEmptyCell(cell: Node | null): boolean {
  return (
    cell === null ||
    cell.children.every(({ type, childCount }) => type.name === 'paragraph' && childCount === 0)
  )
}

/** Returns true if the table has no merged cells and all rows have the same length. Most tables do. */
export function isRectangularTable(table: Node): boolean {
  const count = table.firstChild?.childCount
  return table.children.every((row) => row.childCount === count && !hasSpans(row))
}

function hasSpans(row: Node): boolean {
  const known = spanned.get(row)
  if (known !== undefined) return known
  const has = row.children.some(
    ({ attrs }) => parseCellSpan(attrs.colspan) * parseCellSpan(attrs.rowspan) > 1,
  )
  spanned.set(row, has)
  return has
}

const spanned = new WeakMap<Node, boolean>()

/** Returns true if the cell is displayed and not covered by another cell. */
export function isCellVisible({ slots }: TableLayout, row: number, column: number): boolean {
  const drawn = slots[row]?.[column]
  return drawn?.row === row && drawn.column === column
}

/** Returns the displayed cells in reading order. */
export function visibleCells({ slots }: TableLayout): VisibleCell[] {
  return slots.flatMap((row, y) => row.filter((cell, x) => cell.row === y && cell.column === x))
}

/** Returns true if every cell of the first row or column is a header. */
export function hasHeaders(table: Node, of: 'row' | 'column'): boolean {
  const firsts =
    of === 'row' ? [...(table.firstChild?.children ?? [])] : table.children.map((row) => row.firstChild)
  const layout = isRectangularTable(table) ? null : computeTableLayout(table)
  const seen = firsts.filter(
    (_, at) => layout === null || isCellVisible(layout, of === 'row' ? 0 : at, of === 'row' ? at : 0),
  )
  return seen.length > 0 && seen.every((cell) => cell?.type.name === 'tableHeader')
}

/**
 * Returns the width of each column, or null if no column has a width. The first cell with a width defines the
 * width of its column.
 */
export function tableColumnWidths(table: Node): (number | null)[] | null {
  const widths: (number | null)[] = []
  let hasAny = false
  for (const row of table.children) {
    const rowWidths = widthsOf(row)
    if (rowWidths === null) continue
    hasAny = true
    for (const [at, width] of rowWidths.entries()) widths[at] ??= width
  }
  if (!hasAny) return null
  const count = table.children.reduce((most, { childCount }) => Math.max(most, childCount), 0)
  return Array.from({ length: count }, (_, at) => widths[at] ?? null)
}

function widthsOf(row: Node): (number | null)[] | null {
  const known = rowWidths.get(row)
  if (known !== undefined) return known
  const widths = row.children.map(({ attrs }) => parseTableColumnWidth(attrs.colwidth))
  const found = widths.some((width) => width !== null) ? widths : null
  rowWidths.set(row, found)
  return found
}

const rowWidths = new WeakMap<Node, (number | null)[] | null>()

export const minTableColumnWidth = 40
export const maxTableColumnWidth = 2_000

/** Returns the value as a column width in pixels, or null if it is not a valid width. */
export function parseTableColumnWidth(value: unknown): number | null {
  const width = typeof value === 'string' ? Number.parseInt(value, 10) : value
  if (typeof width !== 'number' || !Number.isFinite(width) || width <= 0) return null
  return Math.round(Math.min(maxTableColumnWidth, Math.max(minTableColumnWidth, width)))
}
