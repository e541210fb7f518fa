import type { Node } from '@tiptap/pm/model'

/** A cell as it is drawn: where it begins, and over how many columns and rows it is. */
export interface DrawnCell {
  row: number
  column: number
  wide: number
  high: number
}

/** Of each place of a table's grid the cell that is drawn there. */
export interface TableLayout {
  width: number
  height: number
  slots: readonly (readonly DrawnCell[])[]
}

/**
 * How a table is drawn. What a cell says of its columns and rows is a wish, which two people may have made at once, or which a row that is
 * gone has left: it is fulfilled as far as the table reaches, as no other cell is drawn there, and as nothing is written in what it would hide. So every
 * place has one cell, whatever the document says, and no letter is out of sight. Rows that are shorter than others count as filled up.
 */
export function layoutOf(table: Node): TableLayout {
  const known = layouts.get(table)
  if (known) return known
  const layout = madeLayout(table)
  layouts.set(table, layout)
  return layout
}

const layouts = new WeakMap<Node, TableLayout>()

function madeLayout(table: Node): TableLayout {
  const rows = table.children
  const width = rows.reduce((most, { childCount }) => Math.max(most, childCount), 1)
  const slots: DrawnCell[][] = rows.map(() => [])
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

function extentOf(rows: readonly Node[], slots: readonly DrawnCell[][], from: Beginning) {
  const { row, column, width, cell } = from
  const wish = { wide: spanIn(cell?.attrs.colspan), high: spanIn(cell?.attrs.rowspan) }
  const isFree = (y: number, x: number) =>
    slots[y]?.[x] === undefined && isBlank(rows[y]?.maybeChild(x) ?? null)
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

/** A whole number of columns or rows; one for whatever else stands there. */
export function spanIn(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : 1
}

/** Nothing is written in it. A place without a cell is blank too. */
export function isBlank(cell: Node | null): boolean {
  return (
    cell === null ||
    cell.children.every(({ type, childCount }) => type.name === 'paragraph' && childCount === 0)
  )
}

/** Whether all cells are drawn as they stand there, which most tables' are. */
export function isEven(table: Node): boolean {
  const count = table.firstChild?.childCount
  return table.children.every((row) => row.childCount === count && !hasSpans(row))
}

function hasSpans(row: Node): boolean {
  const known = spanned.get(row)
  if (known !== undefined) return known
  const has = row.children.some(({ attrs }) => spanIn(attrs.colspan) * spanIn(attrs.rowspan) > 1)
  spanned.set(row, has)
  return has
}

const spanned = new WeakMap<Node, boolean>()

/** Whether a cell of the document is drawn, and not hidden below another. */
export function isDrawn({ slots }: TableLayout, row: number, column: number): boolean {
  const drawn = slots[row]?.[column]
  return drawn?.row === row && drawn.column === column
}

/** Cells that are drawn, in the order in which one reads them. */
export function drawnCells({ slots }: TableLayout): DrawnCell[] {
  return slots.flatMap((row, y) => row.filter((cell, x) => cell.row === y && cell.column === x))
}

/** Whether each cell of the first row, or first column, is a header. */
export function hasHeaders(table: Node, of: 'row' | 'column'): boolean {
  const firsts =
    of === 'row' ? [...(table.firstChild?.children ?? [])] : table.children.map((row) => row.firstChild)
  const layout = isEven(table) ? null : layoutOf(table)
  const seen = firsts.filter(
    (_, at) => layout === null || isDrawn(layout, of === 'row' ? 0 : at, of === 'row' ? at : 0),
  )
  return seen.length > 0 && seen.every((cell) => cell?.type.name === 'tableHeader')
}

/** The width of each column, as the first of its cells that has one says it; null in a table of which no column has any. */
export function columnWidths(table: Node): (number | null)[] | null {
  const widths: (number | null)[] = []
  let hasAny = false
  for (const row of table.children) {
    const said = widthsOf(row)
    if (said === null) continue
    hasAny = true
    for (const [at, width] of said.entries()) widths[at] ??= width
  }
  if (!hasAny) return null
  const count = table.children.reduce((most, { childCount }) => Math.max(most, childCount), 0)
  return Array.from({ length: count }, (_, at) => widths[at] ?? null)
}

function widthsOf(row: Node): (number | null)[] | null {
  const known = said.get(row)
  if (known !== undefined) return known
  const widths = row.children.map(({ attrs }) => widthIn(attrs.colwidth))
  const found = widths.some((width) => width !== null) ? widths : null
  said.set(row, found)
  return found
}

const said = new WeakMap<Node, (number | null)[] | null>()

export const narrowest = 40
export const widest = 2_000

/** A width in pixels that a column may have. */
export function widthIn(value: unknown): number | null {
  const width = typeof value === 'string' ? Number.parseInt(value, 10) : value
  if (typeof width !== 'number' || !Number.isFinite(width) || width <= 0) return null
  return Math.round(Math.min(widest, Math.max(narrowest, width)))
}
