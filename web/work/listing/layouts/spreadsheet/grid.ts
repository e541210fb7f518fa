/** A cell by its place among the rows and columns shown. */
export interface CellPosition {
  row: number
  column: number
}

/** A rectangle of cells, its edges included. */
export interface SheetRange {
  top: number
  bottom: number
  left: number
  right: number
}

export interface Size {
  rows: number
  columns: number
}

/** The row of the headers, above the first item. */
export const headerRow = -1

export function rangeBetween(a: CellPosition, b: CellPosition): SheetRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

export function sizeOf({ top, bottom, left, right }: SheetRange): Size {
  return { rows: bottom - top + 1, columns: right - left + 1 }
}

export function isSingle(range: SheetRange): boolean {
  return range.top === range.bottom && range.left === range.right
}

/** Row by row, from the left. */
export function cellsOf(range: SheetRange): CellPosition[] {
  const { rows, columns } = sizeOf(range)
  return Array.from({ length: rows * columns }, (_, at) => ({
    row: range.top + Math.floor(at / columns),
    column: range.left + (at % columns),
  }))
}

/** Where a press leads from a cell, as `pressOf` names it; null for one that leads nowhere. `page` is how many rows are in sight. */
export function destination(
  press: string,
  { row, column }: CellPosition,
  { rows, columns }: Size,
  page: number,
): CellPosition | null {
  const at = (toRow: number, toColumn: number): CellPosition => ({
    row: clamp(toRow, headerRow, rows - 1),
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

/** Which cell gives its value to which. */
export interface Transfer {
  from: CellPosition
  to: CellPosition
}

/** A block of cells laid over a range from its top left, again and again where the range is larger. `from` counts within the block. */
export function laidOver(block: Size, range: SheetRange): Transfer[] {
  return cellsOf(range).map((to) => ({
    from: { row: (to.row - range.top) % block.rows, column: (to.column - range.left) % block.columns },
    to,
  }))
}

/** Where a pasted block goes: as far as the range in a direction that it fills evenly, or else as far as the block itself. */
export function pasteRange(block: Size, range: SheetRange): SheetRange {
  const { rows, columns } = sizeOf(range)
  const far = (own: number, wanted: number) => (wanted % own === 0 ? wanted : own)
  return {
    ...range,
    bottom: range.top + far(block.rows, rows) - 1,
    right: range.left + far(block.columns, columns) - 1,
  }
}

/** The first row of a range over the rows below it. */
export function filledDown(range: SheetRange): Transfer[] {
  return filledOn({ ...range, bottom: range.top }, range.bottom)
}

/** The rows of a range, again and again, over those below it as far as `bottom`. */
export function filledOn(range: SheetRange, bottom: number): Transfer[] {
  if (bottom <= range.bottom) return []
  const { rows } = sizeOf(range)
  return cellsOf({ ...range, top: range.bottom + 1, bottom }).map((to) => ({
    from: { row: range.top + ((to.row - range.bottom - 1) % rows), column: to.column },
    to,
  }))
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
