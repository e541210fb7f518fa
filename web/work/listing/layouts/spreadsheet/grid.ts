/** A cell by its indexes in the shown rows and columns. */
export interface CellPosition {
  row: number
  column: number
}

/** A rectangle of cells, including its edges. */
export interface SheetRange {
  top: number
  bottom: number
  left: number
  right: number
}

export interface RangeSize {
  rows: number
  columns: number
}

/** Index of the header row, above the first item. */
export const headerRowIndex = -1

export function rangeBetween(a: CellPosition, b: CellPosition): SheetRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

export function getRangeSize({ top, bottom, left, right }: SheetRange): RangeSize {
  return { rows: bottom - top + 1, columns: right - left + 1 }
}

export function isSingleCell(range: SheetRange): boolean {
  return range.top === range.bottom && range.left === range.right
}

/** Returns the cells row by row, from left to right. */
export function listCellsInRange(range: SheetRange): CellPosition[] {
  const { rows, columns } = getRangeSize(range)
  return Array.from({ length: rows * columns }, (_, at) => ({
    row: range.top + Math.floor(at / columns),
    column: range.left + (at % columns),
  }))
}

/** Returns the cell that a key press (as named by `formatHotkeyFromEvent`) leads to, or null. `page` is the number of visible rows. */
export function getCellAfterKeyPress(
  press: string,
  { row, column }: CellPosition,
  { rows, columns }: RangeSize,
  page: number,
): CellPosition | null {
  const at = (toRow: number, toColumn: number): CellPosition => ({
    row: clamp(toRow, headerRowIndex, rows - 1),
    column: clamp(toColumn, 0, columns - 1),
  })
  switch (press) {
    case 'arrowup':
      return at(row - 1, column)
    case 'arrowdown':
      return at(row + 1, column)
    case 'arrowleft':
      return at(row, column - 1)
    case 'arrowright':
      return at(row, column + 1)
    case 'home':
    case 'mod+arrowleft':
      return at(row, 0)
    case 'end':
    case 'mod+arrowright':
      return at(row, columns - 1)
    case 'mod+home':
      return at(0, 0)
    case 'mod+end':
      return at(rows - 1, columns - 1)
    case 'mod+arrowup':
      return at(0, column)
    case 'mod+arrowdown':
      return at(rows - 1, column)
    case 'pageup':
      return at(Math.max(0, row - page), column)
    case 'pagedown':
      return at(row + page, column)
    default:
      return null
  }
}

/** A value that is copied from one cell to another. */
export interface CellTransfer {
  from: CellPosition
  to: CellPosition
}

/** Repeats a block of cells over a range, from the top left. `from` is relative to the block. */
export function transfersIntoRange(block: RangeSize, range: SheetRange): CellTransfer[] {
  return listCellsInRange(range).map((to) => ({
    from: { row: (to.row - range.top) % block.rows, column: (to.column - range.left) % block.columns },
    to,
  }))
}

/**
 * Returns the range that a pasted block fills. If the height of the selected range is a multiple of the height of the
 * block, the block is repeated downwards. The same rule applies to the width.
 */
export function getPasteTargetRange(block: RangeSize, range: SheetRange): SheetRange {
  const { rows, columns } = getRangeSize(range)
  const far = (own: number, wanted: number) => (wanted % own === 0 ? wanted : own)
  return {
    ...range,
    bottom: range.top + far(block.rows, rows) - 1,
    right: range.left + far(block.columns, columns) - 1,
  }
}

/** Copies the first row of a range to the rows below it. */
export function transfersForFillDown(range: SheetRange): CellTransfer[] {
  return transfersForFillBelow({ ...range, bottom: range.top }, range.bottom)
}

/** Repeats the rows of a range down to the row `bottom`. */
export function transfersForFillBelow(range: SheetRange, bottom: number): CellTransfer[] {
  if (bottom <= range.bottom) return []
  const { rows } = getRangeSize(range)
  return listCellsInRange({ ...range, top: range.bottom + 1, bottom }).map((to) => ({
    from: { row: range.top + ((to.row - range.bottom - 1) % rows), column: to.column },
    to,
  }))
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
