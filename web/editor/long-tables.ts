/** From so many rows on a table's columns have widths of their own; till then those that suit all that stands in it. */
export const longTable = 100
const rowsLookedAt = 50

/**
 * With each letter that is typed a browser looks through all of a table for the widths of its columns. In a long one they are told to it:
 * by how much stands in the cells of its first rows.
 */
export function tellWidths(table: HTMLElement, rows: readonly (readonly string[])[]): void {
  const columns = Math.max(1, ...rows.map((row) => row.length))
  const shares = Array.from({ length: columns }, (_, at) => shareOf(rows.map((row) => row[at] ?? '')))
  const all = shares.reduce((sum, share) => sum + share, 0)
  const group = document.createElement('colgroup')
  for (const share of shares) {
    const column = document.createElement('col')
    column.style.width = `${((share / all) * 100).toFixed(2)}%`
    group.append(column)
  }
  table.querySelector(':scope > colgroup')?.remove()
  table.prepend(group)
  table.classList.add('is-long')
  table.style.setProperty('--columns', String(columns))
}

/** The rows that are looked at. */
export function firstOf<T>(rows: Iterable<T>): T[] {
  return [...rows].slice(0, rowsLookedAt)
}

function shareOf(texts: string[]): number {
  return Math.min(60, Math.max(8, ...texts.map((text) => text.length)))
}
