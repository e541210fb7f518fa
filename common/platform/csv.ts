/** CSV by RFC 4180, with a byte order mark so that spreadsheets recognise UTF-8. */
export function csv(rows: Rows): string {
  return csvMark + csvLines(rows)
}

export const csvMark = '\ufeff'

/** Some rows without the byte order mark, for streaming. */
export function csvLines(rows: Rows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

type Rows = readonly (readonly (string | number)[])[]

/** Includes full-width characters, which East Asian spreadsheets treat alike. Some programs skip leading spaces. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe, because users control these values.
 * Quotes everything that could end a cell or a row, including semicolons, tabs and bars, which some programs use as
 * separators.
 */
function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : formula.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
