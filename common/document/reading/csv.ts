import { escapeHtml } from '../../escape-html.ts'

const mostRows = 5000
const mostColumns = 100

/** The cells of a file of comma-separated values, row by row. */
export function rowsOfCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/g,
  )) {
    if (row.length < mostColumns) row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
    if (rows.length > mostRows) break
  }
  return rows
}

/** The same as a table whose first row is a header; `addressOf` leads from what stands in the first column to a page. */
export function htmlOfCsv(text: string, addressOf: (name: string) => string | undefined): string {
  const rows = rowsOfCsv(text)
  const lines = rows.map((cells, y) => {
    const made = cells.map((cell, x) => {
      const address = y > 0 && x === 0 ? addressOf(cell.trim()) : undefined
      const words = escapeHtml(cell).replace(/\r?\n/g, '<br>')
      const content = address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`
      return y === 0 ? `<th>${content}</th>` : `<td>${content}</td>`
    })
    return `<tr>${made.join('')}</tr>`
  })
  return lines.length === 0 ? '' : `<table>${lines.join('')}</table>`
}
