/** As RFC 4180 has it, beginning with the mark by which spreadsheets know that it is UTF-8. */
export function csv(rows: Rows): string {
  return csvMark + csvLines(rows)
}

export const csvMark = '\ufeff'

/** Some of them, for what is sent as it is read. */
export function csvLines(rows: Rows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

type Rows = readonly (readonly (string | number)[])[]

/** Also in full-width signs, which spreadsheets of East Asia take for the same. Some programs skip blanks before them. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/

/**
 * A cell that a spreadsheet would compute as a formula, although somebody only gave a work item that name, begins with an apostrophe. All other text stays
 * as it is: what could end a cell or a line is in quotes, also for programs that separate cells by semicolons, tabs or bars.
 */
function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : formula.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
