/** Of a column in a table of which others have a width. */
const usual = 160

/** How wide a table's columns are, where it says so; null for those that suit what stands in them. */
export function drawWidths(table: HTMLElement, widths: readonly (number | null)[] | null): void {
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
    // In parts of the whole: on paper the table is as wide as the page at most.
    column.style.width = `${(width / sum) * 100}%`
    group.append(column)
  }
  table.prepend(group)
  table.style.width = `${sum}px`
}
