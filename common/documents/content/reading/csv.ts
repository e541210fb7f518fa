import { escapeHtml } from '../../../platform/escape-html.ts'

export const maxCsvRows = 5000
export const csvColumnsLimit = 100

export interface CsvRows {
  rows: string[][]
  /**
   * Number of rows and columns that were dropped, because the file exceeds the limits. The number of columns is
   * that of the widest row.
   */
  cut: { rows: number; columns: number }
}

/**
 * Parses a CSV file. By default, uses the separator with which the largest number of rows has as many cells
 * as the first row.
 */
export function parseCsvRows(
  text: string,
  separator = separatorOf(text),
  limits = { rows: maxCsvRows, columns: csvColumnsLimit },
): CsvRows {
  const rows: string[][] = []
  const cut = { rows: 0, columns: 0 }
  for (const row of readRows(withoutHint(text), separator)) {
    if (row.every((cell) => cell === '')) continue
    if (rows.length > limits.rows) {
      cut.rows++
      continue
    }
    cut.columns = Math.max(cut.columns, row.length - limits.columns)
    rows.push(row.slice(0, limits.columns))
  }
  return { rows, cut }
}

/** Matches the first line `sep=`, by which Excel names the separator. */
const hint = /^sep=([^\w\s"]|\t)(?:\r\n|\n|\r|$)/i

function withoutHint(text: string): string {
  return text.replace(hint, '')
}

const separators = [',', ';', '\t']
const sampleLength = 64 * 1024
const sampleRows = 20

/** Detects the separator. Many programs write semicolons in countries with a decimal comma. */
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
 * Parses the rows character by character, because a regular expression overflows its stack on a cell of
 * several megabytes. If a quote is never closed, this quote and all later quotes are read as ordinary
 * characters.
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

/**
 * Returns the content of the quoted cell at this position and its end, or null if the quote is never closed.
 */
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

/**
 * Renders a CSV file as an HTML table with a header row. `addressOf` returns the address of the page to which a
 * name in the first column links, or undefined.
 */
export function csvToHtml(
  text: string,
  addressOf: (name: string) => string | undefined,
  separator?: string,
): CsvTable {
  const { rows, cut } = parseCsvRows(text, separator)
  const lines = rows.map((cells, y) => {
    const cellTexts = cells.map((cell, x) => {
      const address = y > 0 && x === 0 ? addressOf(cell.trim()) : undefined
      const words = escapeHtml(cell).replace(/\r?\n/g, '<br>')
      const content = address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`
      return y === 0 ? `<th>${content}</th>` : `<td>${content}</td>`
    })
    return `<tr>${cellTexts.join('')}</tr>`
  })
  return { html: lines.length === 0 ? '' : `<table>${lines.join('')}</table>`, cut }
}
