import { createZip, type ZippedFile } from '../../platform/zip.ts'

/*
 * A minimal workbook according to ECMA-376: sheets with inline text, numbers and dates. Inline text is never
 * evaluated as a formula, and rows can be streamed. The available libraries need the whole workbook in memory
 * or are unmaintained.
 */

type Cell = string | number | null

export interface SheetColumn {
  name: string
  /**
   * Format of the cells: `day` for dates as `YYYY-MM-DD`, and `moment` for ISO 8601 times with a zone. Without a
   * `kind`, the cells are texts or numbers.
   */
  kind?: 'day' | 'moment'
}

/** Maximum number of rows of a sheet in Excel. Further rows continue in the next sheet. */
const rowsOfSheet = 1_048_576
/** Maximum characters of a cell in Excel. */
const cellLength = 32_767

interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  batches: AsyncIterable<readonly (readonly Cell[])[]>
}

/**
 * Creates a workbook. Dates in a workbook have no time zone, so times are converted to `timezone`, and the
 * column names mention it.
 */
export function createXlsx(sheets: readonly Sheet[], timezone: string): AsyncGenerator<Uint8Array> {
  return createZip(partsOf(sheets, timezone))
}

async function* partsOf(sheets: readonly Sheet[], timezone: string): AsyncGenerator<ZippedFile> {
  const names: string[] = []
  for (const { name, columns, batches } of sheets) {
    const rows = rowsFrom(batches[Symbol.asyncIterator]())
    let isOver = false
    for (let part = 1; !isOver; part++) {
      names.push(part === 1 ? name : `${name} ${part}`)
      yield {
        name: `xl/worksheets/sheet${names.length}.xml`,
        content: sheetOf(columns, rows, timezone, () => {
          isOver = true
        }),
      }
    }
  }
  for (const [name, text] of Object.entries(frameOf(names))) yield { name, content: one(text) }
}

async function* rowsFrom(
  batches: AsyncIterator<readonly (readonly Cell[])[]>,
): AsyncGenerator<readonly Cell[]> {
  for (;;) {
    const { done, value } = await batches.next()
    if (done) return
    yield* value
  }
}

async function* sheetOf(
  columns: readonly SheetColumn[],
  rows: AsyncGenerator<readonly Cell[]>,
  timezone: string,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  const names = columns.map(({ name, kind }) => (kind === 'moment' ? `${name} (${timezone})` : name))
  const serialOf = serialsIn(timezone)
  const rowOf = (cells: readonly Cell[]) =>
    `<row>${cells.map((value, at) => cellOf(value, columns[at]?.kind, serialOf)).join('')}</row>`
  yield bytes(`${head}<worksheet xmlns="${main}">${widthsOf(names, columns)}<sheetData>`)
  yield bytes(`<row>${names.map((name) => textCell(name)).join('')}</row>`)
  let text = ''
  for (let count = 1; count < rowsOfSheet; count++) {
    const { done, value } = await rows.next()
    if (done) {
      onEnd()
      break
    }
    text += rowOf(value)
    if (text.length < 65_536) continue
    yield bytes(text)
    text = ''
  }
  yield bytes(`${text}</sheetData></worksheet>`)
}

/** Returns the widths of the columns, because Excel shows `####` for a date if its column is too narrow. */
function widthsOf(names: readonly string[], columns: readonly SheetColumn[]): string {
  const widths = columns.flatMap(({ kind }, at) =>
    kind === undefined
      ? []
      : [
          `<col min="${at + 1}" max="${at + 1}" width="${Math.max(20, names[at]?.length ?? 0)}" customWidth="1"/>`,
        ],
  )
  return widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`
}

function cellOf(value: Cell, kind: SheetColumn['kind'], serialOf: (moment: Date) => number): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  const moment = kind === undefined ? Number.NaN : Date.parse(value)
  if (Number.isNaN(moment)) return textCell(value)
  // For a date without a time, `Date.parse` returns the start of the day in UTC, so no conversion is needed.
  const serial = kind === 'day' ? serialAt(moment) : serialOf(new Date(moment))
  return `<c s="${kind === 'day' ? 1 : 2}"><v>${serial}</v></c>`
}

/** The day from which Excel counts, in milliseconds since 1970. */
const firstDay = Date.UTC(1899, 11, 30)

function serialAt(utc: number): number {
  return Number(((utc - firstDay) / 86_400_000).toFixed(6))
}

function serialsIn(timeZone: string): (moment: Date) => number {
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone,
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const [year, month, day] = [parts.get('year') ?? 0, parts.get('month') ?? 1, parts.get('day') ?? 1]
    return serialAt(
      Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'), parts.get('second')),
    )
  }
}

function textCell(value: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, cellLength))}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes markup and removes characters that XML does not allow. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
  )
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
/** Cell styles: the second style is for days and the third style for times. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function frameOf(names: string[]): Record<string, string> {
  const numbers = names.map((_, at) => at + 1)
  const each = (text: (number: number) => string) => numbers.map(text).join('')
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((number) => `<sheet name="${names[number - 1]}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}${styles}`,
  }
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield bytes(text)
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text)
}
