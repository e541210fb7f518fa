import { escapeHtml } from '../../../platform/escape-html.ts'

export const mostRows = 5000
export const csvColumnsLimit = 100

export interface CsvRows {
  rows: string[][]
  /** Rows behind the last one that is kept, and columns of the widest row behind the last one that is kept. */
  cut: { rows: number; columns: number }
}

/** The cells of a file of separated values, row by row. Without a separator it is the one by which most rows have as many cells as the first. */
export function rowsOfCsv(text: string, separator = separatorOf(text)): CsvRows {
  const rows: string[][] = []
  const cut = { rows: 0, columns: 0 }
  for (const row of readRows(withoutHint(text), separator)) {
    if (row.every((cell) => cell === '')) continue
    if (rows.length > mostRows) {
      cut.rows++
      continue
    }
    cut.columns = Math.max(cut.columns, row.length - csvColumnsLimit)
    rows.push(row.slice(0, csvColumnsLimit))
  }
  return { rows, cut }
}

/** Excel reads and writes a first line that names the separator. */
const hint = /^sep=([^\w\s"]|\t)(?:\r\n|\n|\r|$)/i

function withoutHint(text: string): string {
  return text.replace(hint, '')
}

const separators = [',', ';', '\t']
const sampleLength = 64 * 1024
const sampleRows = 20

/** In countries with a decimal comma, programs separate by semicolons. */
function separatorOf(text: string): string {
  const named = hint.exec(text)?.[1]
  if (named !== undefined) return named
  const sample = text.slice(0, sampleLength)
  const scored = separators.map((separator) => {
    const rows = readRows(sample, separator).take(sampleRows).toArray()
    const width = rows[0]?.length ?? 0
    const same = rows.filter((row) => row.length === width).length
    return { separator, score: width < 2 ? 0 : same / rows.length, width }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score || b.width - a.width)
  return best && best.score > 0 ? best.separator : ','
}

/**
 * Reads letter by letter and not by a regular expression, whose stack a cell of some megabytes overflows. A quote that is never closed is a
 * letter, as are all quotes behind it.
 */
function* readRows(text: string, separator: string): Generator<string[]> {
  const stop = new RegExp(`[\\${separator}\r\n]`, 'g')
  let row: string[] = []
  let hasQuotes = true
  for (let at = 0; at <= text.length; ) {
    const quoted = hasQuotes && text[at] === '"' ? quotedAt(text, at) : null
    if (quoted === null && text[at] === '"') hasQuotes = false
    stop.lastIndex = quoted?.end ?? at
    const end = stop.exec(text)?.index ?? text.length
    row.push(quoted === null ? text.slice(at, end) : quoted.cell + text.slice(quoted.end, end))
    at = end + 1
    if (text[end] === separator) continue
    yield row
    row = []
    if (text.startsWith('\r\n', end)) at++
  }
}

/** The cell in quotes that begins here and where it ends; null for one that does not end. */
function quotedAt(text: string, begin: number): { cell: string; end: number } | null {
  const parts: string[] = []
  for (let at = begin + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return null
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') return { cell: parts.join('"'), end: quote + 1 }
    at = quote + 2
  }
}

export interface CsvTable {
  html: string
  cut: CsvRows['cut']
}

/** The same as a table whose first row is a header; `addressOf` leads from what stands in the first column to a page. */
export function htmlOfCsv(
  text: string,
  addressOf: (name: string) => string | undefined,
  separator?: string,
): CsvTable {
  const { rows, cut } = rowsOfCsv(text, separator)
  const lines = rows.map((cells, y) => {
    const made = cells.map((cell, x) => {
      const address = y > 0 && x === 0 ? addressOf(cell.trim()) : undefined
      const words = escapeHtml(cell).replace(/\r?\n/g, '<br>')
      const content = address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`
      return y === 0 ? `<th>${content}</th>` : `<td>${content}</td>`
    })
    return `<tr>${made.join('')}</tr>`
  })
  return { html: lines.length === 0 ? '' : `<table>${lines.join('')}</table>`, cut }
}
