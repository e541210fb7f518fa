/** Rows of cells as other programs read them from the clipboard: tabs between cells, one line a row. */
export function toTableText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
}

/** What other programs put on the clipboard; a quoted cell may hold tabs and lines of its own. */
export function fromTableText(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, content = '', end] of text.replace(/\r?\n$/, '').matchAll(cell)) {
    row.push(unquoted(content))
    if (end === '\t') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}

const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n?|\n|$)/g

function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll('""', '"')
    : text
}
