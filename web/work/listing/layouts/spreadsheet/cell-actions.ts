import { t } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { announce } from '../../../../platform/ui/announce.ts'
import { nameGettersForLoadedObjects } from './cell-text-parsers.ts'
import { type CellValue, getCellValue, type PasteProblem } from './cell-values.ts'
import { isColumnClearable, isColumnEditable, type SheetColumn } from './columns.ts'
import {
  type CellPosition,
  type CellTransfer,
  getPasteTargetRange,
  getRangeSize,
  listCellsInRange,
  type SheetRange,
  transfersForFillBelow,
  transfersForFillDown,
  transfersIntoRange,
} from './grid.ts'
import type { CellWrite } from './plan-cell-writes.ts'
import { formatClipboardTable, parseClipboardTable } from './table-text.ts'
import { writeCells } from './write-cells.ts'

export interface SheetRowsAndColumns {
  ids: readonly string[]
  columns: readonly SheetColumn[]
}

/**
 * The last copied text and the values that it represents. If the clipboard still contains this text, a paste
 * writes the values instead of parsing the text.
 */
let copied: { text: string; values: CellValue[][] } | null = null

/** Returns the text for the clipboard. */
export function copyCells(table: SheetRowsAndColumns, range: SheetRange): string {
  const { rows, columns } = getRangeSize(range)
  const values = Array.from({ length: rows }, (_, row) =>
    Array.from(
      { length: columns },
      (_, column) => valueAt(table, { row: range.top + row, column: range.left + column }) ?? empty,
    ),
  )
  const text = formatClipboardTable(values.map((cells) => cells.map((cell) => cell.text)))
  copied = { text, values }
  announce(t('spreadsheet.copied', { count: rows * columns }))
  return text
}

/** Pastes text over a range. Returns the range that was written. */
export function pasteCells(table: SheetRowsAndColumns, range: SheetRange, text: string): SheetRange {
  const values = copied !== null && sameLines(copied.text, text) ? copied.values : valuesOf(text)
  const block = { rows: values.length, columns: Math.max(1, ...values.map((cells) => cells.length)) }
  const target = getPasteTargetRange(block, range)
  const fits = {
    ...target,
    bottom: Math.min(target.bottom, table.ids.length - 1),
    right: Math.min(target.right, table.columns.length - 1),
  }
  const lost =
    getRangeSize(target).rows * getRangeSize(target).columns -
    getRangeSize(fits).rows * getRangeSize(fits).columns
  const outside = Array.from(
    { length: lost },
    (): PasteProblem => ({ code: 'outside', text: '', project_id: '' }),
  )
  // First repeat the block over the whole target, then remove the cells outside of the table. Otherwise, the
  // remaining cells would get the values of other cells.
  const inside = transfersIntoRange(block, target).filter(
    ({ to }) => to.row <= fits.bottom && to.column <= fits.right,
  )
  void writeCells(
    cellWritesOf(table, writable(table, inside), ({ row, column }) => values[row]?.[column]),
    outside,
  )
  return fits
}

/** Copies the values of the first row to the rows below. A single row gets the values of the row above it. */
export function fillDown(table: SheetRowsAndColumns, range: SheetRange): void {
  const isOneRow = range.top === range.bottom
  transfer(table, transfersForFillDown(isOneRow ? { ...range, top: Math.max(0, range.top - 1) } : range))
}

/** Repeats the rows of a range down to `bottom`. */
export function fillDownToRow(table: SheetRowsAndColumns, range: SheetRange, bottom: number): void {
  transfer(table, transfersForFillBelow(range, bottom))
}

/** Clears the cells whose property can be empty. */
export function clearCells(table: SheetRowsAndColumns, range: SheetRange): void {
  const cells = listCellsInRange(range).filter(({ column }) => {
    const shape = table.columns[column]
    return shape !== undefined && isColumnClearable(shape)
  })
  void writeCells(
    cellWritesOf(
      table,
      cells.map((cell) => ({ from: cell, to: cell })),
      () => empty,
    ),
  )
}

const empty: CellValue = { of: null, text: '', refs: [] }

function transfer(table: SheetRowsAndColumns, transfers: readonly CellTransfer[]): void {
  void writeCells(cellWritesOf(table, writable(table, transfers), (from) => valueAt(table, from)))
}

/**
 * Removes transfers into read-only columns. If all columns are read-only, returns all transfers, so that an
 * error is shown.
 */
function writable(
  { columns }: SheetRowsAndColumns,
  transfers: readonly CellTransfer[],
): readonly CellTransfer[] {
  const written = transfers.filter(({ to }) => {
    const column = columns[to.column]
    return column !== undefined && isColumnEditable(column)
  })
  return written.length === 0 ? transfers : written
}

function cellWritesOf(
  { ids, columns }: SheetRowsAndColumns,
  transfers: readonly CellTransfer[],
  valueFrom: (from: CellPosition) => CellValue | undefined,
): CellWrite[] {
  return transfers.flatMap(({ from, to }) => {
    const row = tables.work_items.get(ids[to.row] ?? '')
    const column = columns[to.column]
    const value = valueFrom(from)
    return row && column && value ? [{ row, column, value }] : []
  })
}

function valueAt(
  { ids, columns }: SheetRowsAndColumns,
  { row, column }: CellPosition,
): CellValue | undefined {
  const item = tables.work_items.get(ids[row] ?? '')
  const shape = columns[column]
  return item && shape && getCellValue(item, shape, nameGettersForLoadedObjects)
}

function valuesOf(text: string): CellValue[][] {
  return parseClipboardTable(text).map((cells) =>
    cells.map((cell): CellValue => ({ of: null, text: cell, refs: [] })),
  )
}

/**
 * Compares a copied text with a pasted text. Ignores line endings, because some systems change them in the
 * clipboard.
 */
function sameLines(a: string, b: string): boolean {
  return a === b.replaceAll('\r\n', '\n').replace(/\n$/, '')
}
