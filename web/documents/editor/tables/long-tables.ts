/** From so many rows on a table's columns have widths of their own; till then those that suit all that stands in it. */
export const longTable = 100
const rowsLookedAt = 50

/** The least part of the width that a column gets, unless there are so many that each gets less. */
const leastShare = 0.2

/**
 * With each letter that is typed a browser looks through all of a table for the widths of its columns. In a long one they are told to it:
 * by how much stands in the cells of its first rows.
 */
export function tellWidths(table: HTMLElement, rows: readonly (readonly string[])[]): void {
  const shares = sharesOf(rows)
  const group = document.createElement('colgroup')
  for (const share of shares) {
    const column = document.createElement('col')
    column.style.width = `${(share * 100).toFixed(2)}%`
    group.append(column)
  }
  table.querySelector(':scope > colgroup')?.remove()
  table.prepend(group)
  table.classList.add('is-long')
  // So wide that the narrowest is a column still; what is wider than the screen is scrolled.
  table.style.setProperty('--narrowest', String(Math.min(...shares)))
}

/** Of each column the part of the width that it gets; together they are all of it. */
export function sharesOf(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(1, ...rows.map((row) => row.length))
  const letters = Array.from({ length: count }, (_, at) => lettersOf(rows.map((row) => row[at] ?? '')))
  const all = letters.reduce((sum, each) => sum + each, 0)
  const least = Math.min(leastShare, 1 / count)
  const widened = letters.map((each) => Math.max(least, each / all))
  // What the narrow ones get more is taken from those that have more than they need.
  const spare = widened.reduce((sum, share) => sum + share - least, 0)
  const rest = 1 - least * count
  return widened.map((share) => least + (spare === 0 ? 0 : ((share - least) * rest) / spare))
}

/** The rows that are looked at. */
export function firstOf<T>(rows: Iterable<T>): T[] {
  return [...rows].slice(0, rowsLookedAt)
}

function lettersOf(texts: string[]): number {
  return Math.min(60, Math.max(8, ...texts.map((text) => text.length)))
}
