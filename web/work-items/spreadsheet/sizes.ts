import type { Column } from './columns.ts'

/** Pixels, as the virtual rows need them in numbers. */
export const headerHeight = 33
export const rowHeight = 34
/** Where a finger works. */
export const touchRowHeight = 44

/** The columns of all rows; the first takes what the others leave. */
export function templateOf(columns: readonly Column[]): string {
  const others = columns.slice(1).map(({ width }) => `${width}px`)
  return ['minmax(var(--spreadsheet-title),1fr)', ...others].join(' ')
}

/** Below it the table scrolls sideways. */
export function minWidthOf(columns: readonly Column[]): string {
  const others = columns.reduce((sum, { width }) => sum + width, 0)
  return `calc(var(--spreadsheet-title) + ${others}px)`
}

/** Rows that a page up or down passes. */
export function rowsInSight(viewport: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor(((viewport?.clientHeight ?? 0) - headerHeight) / height) - 1)
}
