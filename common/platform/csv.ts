/** Returns CSV according to RFC 4180, with a byte order mark so that spreadsheets recognize UTF-8. */
export function toCsv(rows: Rows): string {
  return csvByteOrderMark + toCsvLines(rows)
}

export const csvByteOrderMark = '\ufeff'

/** Returns rows as CSV without the byte order mark, for streaming. */
export function toCsvLines(rows: Rows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

type Rows = readonly (readonly (string | number)[])[]

/**
 * Matches text that a spreadsheet could run as a formula. Full-width characters are included, because East
 * Asian spreadsheets treat them alike. Leading spaces are included, because some programs skip them.
 */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/

/**
 * Returns the value of a cell. An apostrophe is added before text that a spreadsheet would run as a formula,
 * because users control these values. Text that could end a cell or a row is quoted, even for semicolons,
 * tabs and bars, which some programs use as separators.
 */
function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : formula.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
