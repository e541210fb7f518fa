/**
 * Converts columns of Notion. Notion's widths are percentages of the text width, while the widths in the
 * schema are relative to the default width 1.
 */
export function normalizeColumns(root: Element): void {
  for (const list of root.querySelectorAll('.column-list')) {
    const columns = [...list.children].filter((child) => child.classList.contains('column'))
    if (columns.length === 0) continue
    list.setAttribute('data-type', 'columns')
    for (const column of columns) {
      column.setAttribute('data-type', 'column')
      const width = /width:\s*([\d.]+)%/.exec(column.getAttribute('style') ?? '')?.[1]
      const share = (Number(width ?? 0) * columns.length) / 100
      if (share > 0) column.setAttribute('data-width', String(share))
    }
  }
}
