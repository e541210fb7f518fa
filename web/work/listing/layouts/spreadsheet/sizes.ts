import type { ColumnName } from '#common/work/listing/properties.ts'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { maxColumnWidthPx, minColumnWidthPx } from '#common/work/user-properties/rules.ts'
import { scaleToBrowserFont } from '../../../../platform/ui/scale-to-browser-font.ts'
import type { SheetColumn } from './columns.ts'

/** Sizes are numbers of pixels and not CSS lengths, because the virtual list calculates with them. */
export const sheetHeaderHeight = scaleToBrowserFont(33)
export const sheetRowHeight = scaleToBrowserFont(34)
/** The height of a row on touch screens. */
export const sheetTouchRowHeight = scaleToBrowserFont(44)

export type ColumnWidthSettings = DisplayFilters['spreadsheet']['widths']

/** Returns the grid columns of all rows. The first column fills the remaining width unless its width was chosen. */
export function createSheetGridTemplate(
  columns: readonly SheetColumn[],
  widths: ColumnWidthSettings,
): string {
  const title =
    widths.title === undefined ? 'minmax(var(--spreadsheet-title),1fr)' : 'var(--spreadsheet-title)'
  return [title, ...columns.slice(1).map((column) => `${widthOf(column, widths) / 16}rem`)].join(' ')
}

/** Returns the minimum width of the table. A narrower viewport scrolls horizontally. */
export function getMinSheetWidth(columns: readonly SheetColumn[], widths: ColumnWidthSettings): string {
  const others = columns.slice(1).reduce((sum, column) => sum + widthOf(column, widths), 0)
  return `calc(var(--spreadsheet-title) + ${others / 16}rem)`
}

function widthOf({ name, width }: SheetColumn, widths: ColumnWidthSettings): number {
  return widths[name] ?? width
}

/** Returns the widths after the edge of a column was moved by some pixels. */
export function resizeColumn(widths: ColumnWidthSettings, name: ColumnName, by: number): ColumnWidthSettings {
  const width = Math.round((widths[name] ?? 0) + by)
  return { ...widths, [name]: Math.max(minColumnWidthPx, Math.min(width, maxColumnWidthPx)) }
}

/** Returns the number of rows that Page Up and Page Down move. */
export function countVisibleRows(viewport: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor(((viewport?.clientHeight ?? 0) - sheetHeaderHeight) / height) - 1)
}
