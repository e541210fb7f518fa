/** The width in pixels of a column without a stored width, in a table where other columns have one. */
const usual = 160

/** Applies the stored column widths to a table. Null restores automatic widths. */
export function applyColumnWidths(table: HTMLElement, widths: readonly (number | null)[] | null): void {
  table.querySelector(':scope > colgroup')?.remove()
  table.classList.remove('is-long')
  table.classList.toggle('has-widths', widths !== null)
  table.style.width = ''
  if (widths === null) return
  const all = widths.map((width) => width ?? usual)
  const sum = all.reduce((total, width) => total + width, 0)
  const group = document.createElement('colgroup')
  for (const width of all) {
    const column = document.createElement('col')
    // Percentages allow the table to shrink to the page width in print.
    column.style.width = `${(width / sum) * 100}%`
    group.append(column)
  }
  table.prepend(group)
  table.style.width = `${sum}px`
}
