/** As RFC 4180 has it, beginning with the mark by which spreadsheets know that it is UTF-8. */
export function csv(rows: Rows): string {
  return csvMark + csvLines(rows)
}

export const csvMark = '\ufeff'

/** Some of them, for what is sent as it is read. */
export function csvLines(rows: Rows): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const formula = /(^|[;|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠]|^[\t\r])/g

type Rows = readonly (readonly (string | number)[])[]

/**
 * What spreadsheets would work out as a formula, in full-width signs too, although somebody only named a work item so, begins with an apostrophe:
 * at the beginning, and behind what a spreadsheet that is set to other separators than commas takes for the end of a cell or of a line.
 */
function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replace(formula, "$1'") : String(value)
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
