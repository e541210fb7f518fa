/** Returns cells in the clipboard format of spreadsheets: tabs between cells, one line per row. */
export function formatClipboardTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n')
}

/** Parses clipboard text of other programs. Quoted cells can contain tabs and line breaks. */
export function parseClipboardTable(text: string): string[][] {
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
