/** Tables with at least this many rows get fixed column widths instead of automatic ones. */
export const longTableMinRows = 100
const sampledRows = 50

/**
 * Minimum share of a column in the table width. Tables with more than five columns have a smaller minimum.
 */
const leastShare = 0.2

/**
 * Sets fixed column widths on a long table, based on the amount of text in its first rows. With automatic
 * widths, the browser would measure the whole table again on every keystroke.
 */
export function setFixedColumnWidths(table: HTMLElement, rows: readonly (readonly string[])[]): void {
  const shares = columnWidthShares(rows)
  const group = document.createElement('colgroup')
  for (const share of shares) {
    const column = document.createElement('col')
    column.style.width = `${(share * 100).toFixed(2)}%`
    group.append(column)
  }
  table.querySelector(':scope > colgroup')?.remove()
  table.prepend(group)
  table.classList.add('is-long')
  // The table is wide enough that the narrowest column stays readable. If necessary, it scrolls horizontally.
  table.style.setProperty('--narrowest', String(Math.min(...shares)))
}

/** Returns the share of each column in the table width. The sum is 1. */
export function columnWidthShares(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(1, ...rows.map((row) => row.length))
  const letters = Array.from({ length: count }, (_, at) => lettersOf(rows.map((row) => row[at] ?? '')))
  const all = letters.reduce((sum, each) => sum + each, 0)
  const least = Math.min(leastShare, 1 / count)
  const widened = letters.map((each) => Math.max(least, each / all))
  // Columns below the minimum share are widened. Their additional width is taken from the columns above the
  // minimum.
  const spare = widened.reduce((sum, share) => sum + share - least, 0)
  const rest = 1 - least * count
  return widened.map((share) => least + (spare === 0 ? 0 : ((share - least) * rest) / spare))
}

/** Returns the rows that are used to compute the widths. */
export function sampleRowsForWidths<T>(rows: Iterable<T>): T[] {
  return [...rows].slice(0, sampledRows)
}

function lettersOf(texts: string[]): number {
  return Math.min(60, Math.max(8, ...texts.map((text) => text.length)))
}
