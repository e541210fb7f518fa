import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import {
  computeTableLayout,
  hasHeaders,
  tableColumnWidths,
  visibleCells,
} from '#common/documents/content/table-layout.ts'
import { type ColorName, parseColorName } from '#common/platform/colors.ts'
import {
  type CellRange,
  cellPositionAtCaret,
  cellRangeOfSelection,
  cellsInRect,
  placeCaretInCell,
  selectCells,
  selectedCells,
} from './cell-range.ts'
import {
  type CellGrid,
  type CellRect,
  cellGridOf,
  createEmptyColumn,
  createEmptyRow,
  expandToWholeCells,
  nearestRowBoundary,
  tableFromGrid,
  transposeGrid,
  withCellAttributes,
  withCellSpans,
  withHeaderFlag,
  withHeaders,
  withInsertedRows,
  withMergedCells,
  withMovedRows,
  withoutCellContent,
  withoutRows,
} from './grid.ts'

/**
 * Inserts a table with three columns and three rows. The first row is a header. The table replaces an empty
 * paragraph at the caret, or otherwise follows the block at the caret. Returns null if the text accepts no
 * tables.
 */
export function insertTable({ schema, selection, tr }: EditorState): Transaction | null {
  const { table: type, tableRow, tableHeader, tableCell, paragraph } = schema.nodes
  if (!type || !tableRow || !tableHeader || !tableCell || !paragraph) return null
  const row = (cell: typeof tableCell) =>
    tableRow.create(
      null,
      Array.from({ length: 3 }, () => cell.createAndFill()).filter((filledTable) => filledTable !== null),
    )
  const table = type.create(null, [row(tableHeader), row(tableCell), row(tableCell)])
  const { $from } = selection
  const above = $from.depth - 1
  const index = $from.index(above)
  const isReplaced =
    $from.parent.content.size === 0 && $from.node(above).canReplaceWith(index, index + 1, type)
  const position = isReplaced ? $from.before() : $from.after()
  tr.replaceWith(position, isReplaced ? $from.after() : position, table)
  // Ensures that there is a paragraph to continue writing below the table.
  const after = position + table.nodeSize
  if (tr.doc.resolve(after).nodeAfter === null) tr.insert(after, paragraph.create())
  return tr.setSelection(Selection.near(tr.doc.resolve(position + 1))).scrollIntoView()
}

export function addRow(state: EditorState, side: 'above' | 'below'): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table, rect } = range
  const grid = cellGridOf(table)
  const at = side === 'above' ? rect.top : rect.bottom + 1
  const tr = writeGrid(state, range, withInsertedRows(table, grid, at, [createEmptyRow(table, grid)]))
  return placeCaretInCell(tr, range.position, at, rect.left)
}

export function addColumn(state: EditorState, side: 'left' | 'right'): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table, rect } = range
  const grid = cellGridOf(table)
  const at = side === 'left' ? rect.left : rect.right + 1
  const column = createEmptyColumn(table, grid)
  const tr = writeGrid(
    state,
    range,
    transposeGrid(withInsertedRows(table, transposeGrid(grid), at, [column])),
  )
  return placeCaretInCell(tr, range.position, rect.top, at)
}

export function deleteRows(state: EditorState): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table, rect, layout } = range
  if (rect.bottom - rect.top + 1 === layout.height) return deleteTable(state)
  const rest = withoutRows(table, cellGridOf(table), rect.top, rect.bottom)
  const tr = writeGrid(state, range, preserveWidths(table, rest))
  return placeCaretInCell(tr, range.position, rect.top, rect.left)
}

/** Preserves the column widths, which are usually stored only in the first row. */
function preserveWidths(before: Node, grid: CellGrid): CellGrid {
  const widths = tableColumnWidths(before)
  const now = widths && tableColumnWidths(tableFromGrid(before, grid))
  if (!widths || widths.every((width, at) => width === (now?.[at] ?? null))) return grid
  return grid.map((row, y) =>
    y > 0 ? row : row.map((cell, x) => withCellAttributes(cell, { colwidth: widths[x] ?? null })),
  )
}

export function deleteColumns(state: EditorState): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table, rect, layout } = range
  if (rect.right - rect.left + 1 === layout.width) return deleteTable(state)
  const rest = withoutRows(table, transposeGrid(cellGridOf(table)), rect.left, rect.right)
  return placeCaretInCell(writeGrid(state, range, transposeGrid(rest)), range.position, rect.top, rect.left)
}

/** Inserts a copy of the selected rows below them. Returns null if the selection is not in a table. */
export function duplicateRows(state: EditorState): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table } = range
  const { top, bottom, left } = expandToWholeCells(range.layout, {
    ...range.rect,
    left: 0,
    right: range.layout.width - 1,
  })
  const grid = cellGridOf(table)
  const copies = grid.slice(top, bottom + 1)
  const has = { row: hasHeaders(table, 'row'), column: hasHeaders(table, 'column') }
  const isOfHeader = has.row && top === 0
  const rows = isOfHeader
    ? copies.map((row) => row.map((cell, x) => withHeaderFlag(cell, has.column && x === 0)))
    : copies
  const tr = writeGrid(state, range, withInsertedRows(table, grid, bottom + 1, rows))
  return placeCaretInCell(tr, range.position, bottom + 1, Math.max(left, range.rect.left))
}

/** Inserts a copy of the selected columns beside them. Returns null if the selection is not in a table. */
export function duplicateColumns(state: EditorState): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table } = range
  const { left, right } = expandToWholeCells(range.layout, {
    ...range.rect,
    top: 0,
    bottom: range.layout.height - 1,
  })
  const grid = transposeGrid(cellGridOf(table))
  const has = { row: hasHeaders(table, 'row'), column: hasHeaders(table, 'column') }
  const copies = grid.slice(left, right + 1)
  const columns =
    has.column && left === 0
      ? copies.map((column) => column.map((cell, y) => withHeaderFlag(cell, has.row && y === 0)))
      : copies
  const tr = writeGrid(state, range, transposeGrid(withInsertedRows(table, grid, right + 1, columns)))
  return placeCaretInCell(tr, range.position, range.rect.top, right + 1)
}

/** Determines whether a table command applies to rows or to columns. */
export type TableAxis = 'row' | 'column'

/**
 * Moves the selected rows or columns before another row or column. If a merged cell extends from them into adjacent
 * rows or columns, these are moved too. Returns null if the position does not change, and if the selection is not in
 * a table.
 */
export function moveRowsOrColumns(state: EditorState, of: TableAxis, before: number): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table, position } = range
  const isRow = of === 'row'
  const grid = isRow ? cellGridOf(table) : transposeGrid(cellGridOf(table))
  const back = (moved: CellGrid) => (isRow ? moved : transposeGrid(moved))
  const from = linesOf(range, of)
  const moved = withMovedRows(table, grid, from, before)
  if (!moved) return null
  const has = { row: hasHeaders(table, 'row'), column: hasHeaders(table, 'column') }
  // The first row or column stays the header, even if another row or column is moved to its position.
  const isOfHeader = has[of] && (from.top === 0 || before === 0)
  const result = isOfHeader ? withHeaders(back(moved.grid), has) : back(moved.grid)
  const tr = writeGrid(state, range, back(moved.between))
  replaceTable(tr, position, tableFromGrid(table, result))
  const length = from.bottom - from.top
  const rect = isRow
    ? { top: moved.top, bottom: moved.top + length, left: 0, right: range.layout.width - 1 }
    : { left: moved.top, right: moved.top + length, top: 0, bottom: range.layout.height - 1 }
  return range.isSeveral
    ? selectCells(tr, position, rect)
    : placeCaretInCell(tr, position, isRow ? rect.top : range.rect.top, isRow ? range.rect.left : rect.left)
}

/**
 * Moves the selected rows or columns by one position. Returns null at the edge of the table, and if the
 * selection is not in a table.
 */
export function shiftRowsOrColumns(state: EditorState, of: TableAxis, by: 1 | -1): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { top, bottom } = linesOf(range, of)
  const at = by === -1 ? top - 1 : bottom + 2
  const count = of === 'row' ? range.layout.height : range.layout.width
  return at < 0 || at > count ? null : moveRowsOrColumns(state, of, nearestTableBoundary(range, of, at, by))
}

/** Returns the nearest boundary between two rows or columns that does not cut through a merged cell. */
export function nearestTableBoundary(
  { table }: Pick<CellRange, 'table'>,
  of: TableAxis,
  at: number,
  by: 1 | -1,
): number {
  const layout =
    of === 'row'
      ? computeTableLayout(table)
      : computeTableLayout(tableFromGrid(table, transposeGrid(cellGridOf(table))))
  return nearestRowBoundary(layout, at, by)
}

/** Returns the first and last selected row or column, extended so that no merged cell is cut. */
function linesOf({ layout, rect }: CellRange, of: TableAxis): Pick<CellRect, 'top' | 'bottom'> {
  if (of === 'row') return expandToWholeCells(layout, { ...rect, left: 0, right: layout.width - 1 })
  const { left, right } = expandToWholeCells(layout, { ...rect, top: 0, bottom: layout.height - 1 })
  return { top: left, bottom: right }
}

export function toggleHeaders(state: EditorState, of: TableAxis): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { table } = range
  const has = { row: hasHeaders(table, 'row'), column: hasHeaders(table, 'column') }
  const isNow = { ...has, [of]: !has[of] }
  const isOf = (y: number, x: number) => (of === 'row' ? y === 0 : x === 0)
  return writeGrid(
    state,
    range,
    cellGridOf(table).map((row, y) =>
      row.map((cell, x) =>
        isOf(y, x) ? withHeaderFlag(cell, (isNow.row && y === 0) || (isNow.column && x === 0)) : cell,
      ),
    ),
    state.selection,
  )
}

/** Merges the selected cells. Returns null if only one cell is selected, and if the selection is not in a table. */
export function mergeCells(state: EditorState): Transaction | null {
  const range = selectedCells(state)
  if (!range) return null
  const { table, position, rect } = range
  return placeCaretInCell(
    writeGrid(state, range, withMergedCells(table, cellGridOf(table), rect)),
    position,
    rect.top,
    rect.left,
  )
}

/** Splits the merged cells in the selection. Returns null if there are none. */
export function splitCells(state: EditorState): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range || !hasMergedCells(range)) return null
  const { top, left } = range.rect
  return placeCaretInCell(
    writeGrid(
      state,
      range,
      eachIn(range, (cell) => withCellSpans(cell, 1, 1)),
    ),
    range.position,
    top,
    left,
  )
}

export function hasMergedCells({ layout, rect }: CellRange): boolean {
  const { top, bottom, left, right } = expandToWholeCells(layout, rect)
  return visibleCells(layout).some(
    ({ row, column, wide, high }) =>
      wide * high > 1 && row >= top && row <= bottom && column >= left && column <= right,
  )
}

/**
 * Colors the selected cells. A null `background` removes their color. Returns null if the selection is not in a
 * table.
 */
export function colorCells(state: EditorState, background: ColorName | null): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { tr } = state
  for (const { from, cell } of cellsInRect(range, expandToWholeCells(range.layout, range.rect)))
    if (cell.attrs['background'] !== background) tr.setNodeAttribute(from, 'background', background)
  return tr
}

/**
 * Returns the common color of the selected cells. Returns null if they have the default color or different
 * colors.
 */
export function cellColor(range: CellRange): ColorName | null {
  const colors = new Set(
    cellsInRect(range, expandToWholeCells(range.layout, range.rect)).map(
      ({ cell }) => cell.attrs['background'],
    ),
  )
  return colors.size === 1 ? parseColorName([...colors][0]) : null
}

/** Removes the content of the selected cells but not the cells. Returns null if the selection is not in a table. */
export function clearTableCells(state: EditorState): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range) return null
  const { rect, position } = range
  return placeCaretInCell(
    writeGrid(state, range, eachIn(range, withoutCellContent)),
    position,
    rect.top,
    rect.left,
  )
}

function eachIn(range: CellRange, change: (cell: Node) => Node): CellGrid {
  const { top, bottom, left, right } = expandToWholeCells(range.layout, range.rect)
  return cellGridOf(range.table).map((row, y) =>
    row.map((cell, x) => (y >= top && y <= bottom && x >= left && x <= right ? change(cell) : cell)),
  )
}

/**
 * Stores the column widths in the first row, where null removes a width. If all widths are null, the widths
 * in the other rows are removed too.
 */
export function setTableColumnWidths(
  state: EditorState,
  position: number,
  widths: readonly (number | null)[],
): Transaction {
  const table = state.doc.nodeAt(position)
  if (table?.type.name !== 'table') return state.tr
  const isNone = widths.every((width) => width === null)
  const grid = cellGridOf(table).map((row, y) =>
    row.map((cell, x) => {
      const width = y === 0 ? (widths[x] ?? null) : isNone ? null : cell.attrs['colwidth']
      return cell.attrs['colwidth'] === width ? cell : withCellAttributes(cell, { colwidth: width })
    }),
  )
  return replaceTable(state.tr, position, tableFromGrid(table, grid))
}

/**
 * Writes a table into the document as it is displayed, so that short rows are filled up with cells. Returns
 * null if there is no table at `position`.
 */
export function fillShortRows(state: EditorState, position: number, row: number): Transaction | null {
  const table = state.doc.nodeAt(position)
  if (table?.type.name !== 'table') return null
  const tr = replaceTable(state.tr, position, tableFromGrid(table, cellGridOf(table)))
  return placeCaretInCell(tr, position, row, computeTableLayout(table).width - 1)
}

export function deleteTable(state: EditorState): Transaction | null {
  const caretCell = cellPositionAtCaret(state)
  if (!caretCell) return null
  const end = caretCell.position + caretCell.table.nodeSize
  const paragraph = state.schema.nodes.paragraph?.create()
  const $start = state.doc.resolve(caretCell.position)
  const tr = state.tr
  if ($start.parent.childCount === 1 && paragraph) tr.replaceWith(caretCell.position, end, paragraph)
  else tr.delete(caretCell.position, end)
  return tr
    .setSelection(Selection.near(tr.doc.resolve(Math.min(caretCell.position, tr.doc.content.size)), 1))
    .scrollIntoView()
}

/**
 * Moves the caret to the next or previous cell. After the last cell, a row is added. Returns null if the caret
 * is in the first cell and moves backwards, or if it is not in a table.
 */
export function moveCaretByCell(state: EditorState, step: 1 | -1): Transaction | null {
  const caretCell = cellPositionAtCaret(state)
  if (!caretCell) return null
  const layout = computeTableLayout(caretCell.table)
  const cells = visibleCells(layout).filter(({ row, column }) =>
    caretCell.table.child(row).maybeChild(column),
  )
  const now = cells.indexOf(
    layout.slots[caretCell.row]?.[caretCell.column] ?? { row: 0, column: 0, wide: 1, high: 1 },
  )
  const next = cells[now + step]
  if (next) return placeCaretInCell(state.tr, caretCell.position, next.row, next.column)
  if (step === -1) return null
  const added = addRow(state, 'below')
  return added && placeCaretInCell(added, caretCell.position, layout.height, 0)
}

/** Clears the cells if several are selected. Otherwise returns null, so that the default deletion runs. */
export function clearSelectedCells(state: EditorState): Transaction | null {
  return selectedCells(state) && clearTableCells(state)
}

/** Returns the selected cells as a table for the clipboard, or null if fewer than two cells are selected. */
export function selectedCellsAsTable(state: EditorState): Node | null {
  const range = selectedCells(state)
  if (!range) return null
  const { top, bottom, left, right } = range.rect
  const grid = cellGridOf(range.table)
    .slice(top, bottom + 1)
    .map((row) => row.slice(left, right + 1))
  return tableFromGrid(range.table.type.create(), grid)
}

/**
 * Writes the cells of a copied table over the cells from the caret on, and adds rows and columns as needed.
 * Returns null if the selection is not in a table, and if `copied` is not a table.
 */
export function pasteTableCells(state: EditorState, copied: Node): Transaction | null {
  const range = cellRangeOfSelection(state)
  if (!range || copied.type.name !== 'table') return null
  const { table, position, rect } = range
  const { tableCell, tableHeader } = state.schema.nodes
  const rows: Node[][] = cellGridOf(table).map((row) => [...row])
  const cells = cellGridOf(copied)
  for (const [y, row] of cells.entries()) {
    const target = rows[rect.top + y] ?? []
    rows[rect.top + y] = target
    for (const [x, cell] of row.entries()) {
      const before = target[rect.left + x]
      const { colspan, rowspan } = cell.attrs
      target[rect.left + x] = (before?.type ?? tableCell ?? cell.type).create(
        { ...before?.attrs, colspan, rowspan },
        cell.content,
      )
    }
  }
  const width = Math.max(...rows.map((row) => row.length))
  const hasHead = hasHeaders(table, 'row')
  const filled = rows.map((row, y) =>
    Array.from(
      { length: width },
      (_, x) => row[x] ?? (y === 0 && hasHead ? tableHeader : tableCell)?.createAndFill(),
    ).filter((cell) => cell != null),
  )
  const filledTable = tableFromGrid(table, filled)
  const tr = writeGrid(state, range, cellGridOf(filledTable))
  const last = cells[0]?.length ?? 1
  return placeCaretInCell(tr, position, rect.top + cells.length - 1, rect.left + last - 1)
}

function writeGrid(
  state: EditorState,
  { table, position }: CellRange,
  grid: CellGrid,
  selection?: Selection,
): Transaction {
  const tr = replaceTable(state.tr, position, tableFromGrid(table, grid))
  // If the size of the document is the same, the selection stays valid, because a header cell has the same
  // size as the cell that it replaces.
  return selection && tr.doc.content.size === state.doc.content.size
    ? tr.setSelection(Selection.fromJSON(tr.doc, selection.toJSON()))
    : tr
}

/**
 * Replaces a table. Identical rows at the beginning and end are not replaced, so that the carets of users in
 * these rows do not move.
 */
function replaceTable(tr: Transaction, position: number, table: Node): Transaction {
  const before = tr.doc.nodeAt(position)
  if (!before) return tr
  const [was, is] = [before.children, table.children]
  let top = 0
  while (top < was.length && top < is.length && is[top]?.eq(before.child(top))) top++
  let below = 0
  const most = Math.min(was.length, is.length) - top
  while (below < most && is[is.length - 1 - below]?.eq(before.child(was.length - 1 - below))) below++
  const start = position + 1 + sizeOf(was.slice(0, top))
  const end = start + sizeOf(was.slice(top, was.length - below))
  const rows = is.slice(top, is.length - below)
  return start === end && rows.length === 0 ? tr : tr.replaceWith(start, end, Fragment.from([...rows]))
}

function sizeOf(rows: readonly Node[]): number {
  return rows.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}
