import { Fragment, type Node, type Schema } from '@tiptap/pm/model'
import {
  computeTableLayout,
  hasHeaders,
  isCellVisible,
  isEmptyCell,
  parseCellSpan,
  type TableLayout,
  visibleCells,
} from '#common/documents/content/table-layout.ts'

/** The rows of a table, all of the same length. */
export type CellGrid = readonly (readonly Node[])[]

/** A rectangle of cells. All four limits are inclusive. */
export interface CellRect {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Returns the table in a normalized form for commands: short rows are filled up, and the spans of each cell are the
 * displayed spans. A stored span is larger than the displayed span if the table has too few rows or columns for it.
 * Without normalization, such a cell would grow as soon as a command adds rows or columns.
 */
export function cellGridOf(table: Node): CellGrid {
  const layout = computeTableLayout(table)
  const { tableCell } = table.type.schema.nodes
  return table.children.map((row, y) =>
    Array.from({ length: layout.width }, (_, x) => {
      const cell = row.maybeChild(x) ?? tableCell?.createAndFill()
      if (!cell) throw new Error('A table has cells.')
      const drawn = layout.slots[y]?.[x]
      return drawn && isCellVisible(layout, y, x)
        ? withCellSpans(cell, drawn.wide, drawn.high)
        : withCellSpans(cell, 1, 1)
    }),
  )
}

export function tableFromGrid(like: Node, grid: CellGrid): Node {
  const { tableRow } = like.type.schema.nodes
  const rows = grid.map((cells, y) => {
    const row = like.maybeChild(y)
    const isSame = row?.childCount === cells.length && cells.every((cell, x) => cell === row.child(x))
    return isSame ? row : tableRow?.create(null, [...cells])
  })
  return like.copy(Fragment.from(rows.filter((row) => row != null)))
}

function layoutOfGrid(like: Node, grid: CellGrid): TableLayout {
  return computeTableLayout(tableFromGrid(like, grid))
}

/** Returns the cell with the given spans. */
export function withCellSpans(cell: Node, wide: number, high: number): Node {
  const { colspan, rowspan } = cell.attrs
  if (parseCellSpan(colspan) === wide && parseCellSpan(rowspan) === high) return cell
  return withCellAttributes(cell, { colspan: wide > 1 ? wide : null, rowspan: high > 1 ? high : null })
}

export function withCellAttributes(cell: Node, attrs: Record<string, unknown>): Node {
  return cell.type.create({ ...cell.attrs, ...attrs }, cell.content, cell.marks)
}

export function withoutCellContent(cell: Node): Node {
  const { paragraph } = cell.type.schema.nodes
  return isEmptyCell(cell) && cell.childCount === 1 ? cell : cell.copy(Fragment.from(paragraph?.create()))
}

/** Transposes a grid, so that the functions for rows can be applied to columns. */
export function transposeGrid(grid: CellGrid): CellGrid {
  const [first = []] = grid
  return first.map((_, x) =>
    grid.flatMap((row) => {
      const cell = row[x]
      return cell
        ? [withCellSpans(cell, parseCellSpan(cell.attrs['rowspan']), parseCellSpan(cell.attrs['colspan']))]
        : []
    }),
  )
}

/** Enlarges a rectangle until it contains every cell either completely or not at all. */
export function expandToWholeCells(layout: TableLayout, rect: CellRect): CellRect {
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

/** Inserts rows at an index. Cells that span across this index are extended. */
export function withInsertedRows(like: Node, grid: CellGrid, at: number, rows: CellGrid): CellGrid {
  const { slots } = layoutOfGrid(like, grid)
  return [
    ...grid.slice(0, at).map((cells, y) =>
      cells.map((cell, x) => {
        const drawn = slots[y]?.[x]
        const isOver = drawn?.row === y && drawn.column === x && y + drawn.high > at
        return isOver ? withCellSpans(cell, drawn.wide, drawn.high + rows.length) : cell
      }),
    ),
    ...rows,
    ...grid.slice(at),
  ]
}

/** Removes rows. A merged cell that extends beyond the removed rows is shortened and keeps its content. */
export function withoutRows(like: Node, grid: CellGrid, top: number, bottom: number): CellGrid {
  const layout = layoutOfGrid(like, grid)
  const cells = grid.map((row) => [...row])
  for (const { row, column, wide, high } of visibleCells(layout)) {
    const cell = cells[row]?.[column]
    const end = row + high - 1
    const taken = Math.min(end, bottom) - Math.max(row, top) + 1
    if (!cell || taken <= 0) continue
    const isStaying = row < top ? row : bottom + 1
    const boundary = cells[isStaying]
    if (row < top || end > bottom) if (boundary) boundary[column] = withCellSpans(cell, wide, high - taken)
  }
  return cells.filter((_, y) => y < top || y > bottom)
}

/**
 * Moves rows before the row with index `before` of the original grid. Returns null if this does not change
 * their position.
 */
export function withMovedRows(
  like: Node,
  grid: CellGrid,
  { top, bottom }: Pick<CellRect, 'top' | 'bottom'>,
  before: number,
): { between: CellGrid; grid: CellGrid; top: number } | null {
  if (before >= top && before <= bottom + 1) return null
  const between = withoutRows(like, grid, top, bottom)
  const at = before > bottom ? before - (bottom - top + 1) : before
  return { between, grid: withInsertedRows(like, between, at, grid.slice(top, bottom + 1)), top: at }
}

/** Returns the nearest row boundary in the given direction that does not cut through a merged cell. */
export function nearestRowBoundary(layout: TableLayout, at: number, by: 1 | -1): number {
  let boundary = at
  const isWithin = () => layout.slots[boundary]?.some(({ row }) => row < boundary) ?? false
  while (boundary > 0 && boundary < layout.height && isWithin()) boundary += by
  return Math.max(0, Math.min(layout.height, boundary))
}

/** Returns a row of empty cells. The first one is a header if the table has a header column. */
export function createEmptyRow(like: Node, grid: CellGrid): Node[] {
  return emptyLine(like.type.schema, grid[0]?.length ?? 0, hasHeaders(like, 'column'))
}

export function createEmptyColumn(like: Node, grid: CellGrid): Node[] {
  return emptyLine(like.type.schema, grid.length, hasHeaders(like, 'row'))
}

function emptyLine({ nodes: { tableCell, tableHeader } }: Schema, length: number, isFirstHeader: boolean) {
  return Array.from({ length }, (_, at) =>
    (at === 0 && isFirstHeader ? tableHeader : tableCell)?.createAndFill(),
  ).filter((cell) => cell != null)
}

/** Makes the first row and the first column headers as requested, and all other cells normal cells. */
export function withHeaders(grid: CellGrid, has: { row: boolean; column: boolean }): CellGrid {
  return grid.map((row, y) =>
    row.map((cell, x) => withHeaderFlag(cell, (has.row && y === 0) || (has.column && x === 0))),
  )
}

export function withHeaderFlag(cell: Node, isHeader: boolean): Node {
  const { tableCell, tableHeader } = cell.type.schema.nodes
  const type = isHeader ? tableHeader : tableCell
  return !type || type === cell.type ? cell : type.create(cell.attrs, cell.content, cell.marks)
}

/**
 * Merges the cells of a rectangle: the first cell spans the rectangle and receives the content of all cells.
 */
export function withMergedCells(like: Node, grid: CellGrid, rect: CellRect): CellGrid {
  const layout = layoutOfGrid(like, grid)
  const { top, bottom, left, right } = expandToWholeCells(layout, rect)
  const isIn = (y: number, x: number) => y >= top && y <= bottom && x >= left && x <= right
  const written = grid.flatMap((row, y) => row.filter((cell, x) => isIn(y, x) && !isEmptyCell(cell)))
  const content = written.reduce((all, cell) => all.append(cell.content), Fragment.empty)
  return grid.map((row, y) =>
    row.map((cell, x) => {
      if (!isIn(y, x)) return cell
      if (y !== top || x !== left) return withCellSpans(withoutCellContent(cell), 1, 1)
      const whole = content.size > 0 ? cell.copy(content) : withoutCellContent(cell)
      return withCellSpans(whole, right - left + 1, bottom - top + 1)
    }),
  )
}
