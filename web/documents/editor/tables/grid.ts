import { Fragment, type Node, type Schema } from '@tiptap/pm/model'
import {
  drawnCells,
  hasHeaders,
  isBlank,
  isDrawn,
  layoutOf,
  spanIn,
  type TableLayout,
} from '#common/documents/content/table-layout.ts'

/** The cells of a table by rows, all of one length. */
export type CellGrid = readonly (readonly Node[])[]

/** Rows and columns from the first to the last, both of them in it. */
export interface Rect {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * A table as whoever changes it sees it: short rows filled up, and each cell wishing what is drawn of it. Otherwise a wish that could not be fulfilled
 * would be, once there is room for it.
 */
export function gridOf(table: Node): CellGrid {
  const layout = layoutOf(table)
  const { tableCell } = table.type.schema.nodes
  return table.children.map((row, y) =>
    Array.from({ length: layout.width }, (_, x) => {
      const cell = row.maybeChild(x) ?? tableCell?.createAndFill()
      if (!cell) throw new Error('A table has cells.')
      const drawn = layout.slots[y]?.[x]
      return drawn && isDrawn(layout, y, x) ? spanning(cell, drawn.wide, drawn.high) : spanning(cell, 1, 1)
    }),
  )
}

export function tableOf(like: Node, grid: CellGrid): Node {
  const { tableRow } = like.type.schema.nodes
  const rows = grid.map((cells, y) => {
    const row = like.maybeChild(y)
    const isSame = row?.childCount === cells.length && cells.every((cell, x) => cell === row.child(x))
    return isSame ? row : tableRow?.create(null, [...cells])
  })
  return like.copy(Fragment.from(rows.filter((row) => row != null)))
}

function layoutOfGrid(like: Node, grid: CellGrid): TableLayout {
  return layoutOf(tableOf(like, grid))
}

/** The same cell over so many columns and rows. */
export function spanning(cell: Node, wide: number, high: number): Node {
  const { colspan, rowspan } = cell.attrs
  if (spanIn(colspan) === wide && spanIn(rowspan) === high) return cell
  return withAttrs(cell, { colspan: wide > 1 ? wide : null, rowspan: high > 1 ? high : null })
}

export function withAttrs(cell: Node, attrs: Record<string, unknown>): Node {
  return cell.type.create({ ...cell.attrs, ...attrs }, cell.content, cell.marks)
}

export function emptied(cell: Node): Node {
  const { paragraph } = cell.type.schema.nodes
  return isBlank(cell) && cell.childCount === 1 ? cell : cell.copy(Fragment.from(paragraph?.create()))
}

/** Rows as columns: what is done to rows is done to columns by turning the table before and after. */
export function turned(grid: CellGrid): CellGrid {
  const [first = []] = grid
  return first.map((_, x) =>
    grid.flatMap((row) => {
      const cell = row[x]
      return cell ? [spanning(cell, spanIn(cell.attrs['rowspan']), spanIn(cell.attrs['colspan']))] : []
    }),
  )
}

/** Makes a rectangle so large that no cell is half in it. */
export function closed(layout: TableLayout, rect: Rect): Rect {
  let { top, bottom, left, right } = rect
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const cell = layout.slots[y]?.[x]
        if (!cell) continue
        const grown = {
          top: Math.min(top, cell.row),
          bottom: Math.max(bottom, cell.row + cell.high - 1),
          left: Math.min(left, cell.column),
          right: Math.max(right, cell.column + cell.wide - 1),
        }
        if (grown.top === top && grown.bottom === bottom && grown.left === left && grown.right === right)
          continue
        ;({ top, bottom, left, right } = grown)
        isGrowing = true
      }
  }
  return { top, bottom, left, right }
}

/** Puts rows before the one of that number. A cell that is over both its neighbours is over them too. */
export function withRows(like: Node, grid: CellGrid, at: number, rows: CellGrid): CellGrid {
  const { slots } = layoutOfGrid(like, grid)
  return [
    ...grid.slice(0, at).map((cells, y) =>
      cells.map((cell, x) => {
        const drawn = slots[y]?.[x]
        const isOver = drawn?.row === y && drawn.column === x && y + drawn.high > at
        return isOver ? spanning(cell, drawn.wide, drawn.high + rows.length) : cell
      }),
    ),
    ...rows,
    ...grid.slice(at),
  ]
}

/** Takes rows out. A cell that is over more rows than these stays, with what is in it. */
export function withoutRows(like: Node, grid: CellGrid, top: number, bottom: number): CellGrid {
  const layout = layoutOfGrid(like, grid)
  const cells = grid.map((row) => [...row])
  for (const { row, column, wide, high } of drawnCells(layout)) {
    const cell = cells[row]?.[column]
    const end = row + high - 1
    const taken = Math.min(end, bottom) - Math.max(row, top) + 1
    if (!cell || taken <= 0) continue
    const isStaying = row < top ? row : bottom + 1
    const place = cells[isStaying]
    if (row < top || end > bottom) if (place) place[column] = spanning(cell, wide, high - taken)
  }
  return cells.filter((_, y) => y < top || y > bottom)
}

/** Puts rows before another of what was the table till then. Null where they stand there already. */
export function withMovedRows(
  like: Node,
  grid: CellGrid,
  { top, bottom }: Pick<Rect, 'top' | 'bottom'>,
  before: number,
): { between: CellGrid; grid: CellGrid; top: number } | null {
  if (before >= top && before <= bottom + 1) return null
  const between = withoutRows(like, grid, top, bottom)
  const at = before > bottom ? before - (bottom - top + 1) : before
  return { between, grid: withRows(like, between, at, grid.slice(top, bottom + 1)), top: at }
}

/** The nearest place in that direction that is within no cell. */
export function placeBetween(layout: TableLayout, at: number, by: 1 | -1): number {
  let place = at
  const isWithin = () => layout.slots[place]?.some(({ row }) => row < place) ?? false
  while (place > 0 && place < layout.height && isWithin()) place += by
  return Math.max(0, Math.min(layout.height, place))
}

/** A row or column of empty cells, headers where the table has those. */
export function emptyRow(like: Node, grid: CellGrid): Node[] {
  return emptyLine(like.type.schema, grid[0]?.length ?? 0, hasHeaders(like, 'column'))
}

export function emptyColumn(like: Node, grid: CellGrid): Node[] {
  return emptyLine(like.type.schema, grid.length, hasHeaders(like, 'row'))
}

function emptyLine({ nodes: { tableCell, tableHeader } }: Schema, length: number, isFirstHeader: boolean) {
  return Array.from({ length }, (_, at) =>
    (at === 0 && isFirstHeader ? tableHeader : tableCell)?.createAndFill(),
  ).filter((cell) => cell != null)
}

/** The first row and column headers as is said, all else none. */
export function withHeaders(grid: CellGrid, has: { row: boolean; column: boolean }): CellGrid {
  return grid.map((row, y) =>
    row.map((cell, x) => asHeader(cell, (has.row && y === 0) || (has.column && x === 0))),
  )
}

export function asHeader(cell: Node, isHeader: boolean): Node {
  const { tableCell, tableHeader } = cell.type.schema.nodes
  const type = isHeader ? tableHeader : tableCell
  return !type || type === cell.type ? cell : type.create(cell.attrs, cell.content, cell.marks)
}

/** What is in all cells of a rectangle in the first of them, which is over all of it. */
export function merged(like: Node, grid: CellGrid, rect: Rect): CellGrid {
  const layout = layoutOfGrid(like, grid)
  const { top, bottom, left, right } = closed(layout, rect)
  const isIn = (y: number, x: number) => y >= top && y <= bottom && x >= left && x <= right
  const written = grid.flatMap((row, y) => row.filter((cell, x) => isIn(y, x) && !isBlank(cell)))
  const content = written.reduce((all, cell) => all.append(cell.content), Fragment.empty)
  return grid.map((row, y) =>
    row.map((cell, x) => {
      if (!isIn(y, x)) return cell
      if (y !== top || x !== left) return spanning(emptied(cell), 1, 1)
      const whole = content.size > 0 ? cell.copy(content) : emptied(cell)
      return spanning(whole, right - left + 1, bottom - top + 1)
    }),
  )
}
