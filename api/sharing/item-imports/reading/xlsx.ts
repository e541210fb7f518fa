import { maxImportColumns, maxImportedItems, maxItemImportBytes } from '#common/sharing/item-imports/rules.ts'
import type { Archive } from './archive.ts'
import { UnreadableSource } from './unreadable-source.ts'
import { childOf, childrenAt, readXmlElements, textIn, type XmlElement } from './xml.ts'

/** Maximum size in bytes of one unpacked part of the file. A larger part is probably a zip bomb. */
const maxPartBytes = 2 * maxItemImportBytes

export function isXlsx({ names }: Archive): boolean {
  return names.includes('xl/workbook.xml')
}

/** Returns the cells of the first visible sheet of an Excel file as texts. Dates become `YYYY-MM-DD HH:MM`. */
export async function readXlsx(archive: Archive): Promise<string[][]> {
  const workbook = await partOf(archive, 'xl/workbook.xml')
  const shared: string[] = []
  const addShared = (item: XmlElement) => void shared.push(textOfRuns(item))
  readXmlElements(await optionalPart(archive, 'xl/sharedStrings.xml'), 'si', addShared)
  const book = {
    shared,
    dateStyles: dateStylesIn(await optionalPart(archive, 'xl/styles.xml')),
    startsIn1904: /date1904="(1|true)"/.test(workbook),
  }
  return rowsIn(await partOf(archive, await sheetPath(archive, workbook)), book)
}

interface Book {
  shared: string[]
  /** Indexes of the cell formats that show dates. */
  dateStyles: ReadonlySet<number>
  startsIn1904: boolean
}

async function partOf(archive: Archive, path: string): Promise<string> {
  const bytes = await archive.read(path, maxPartBytes)
  if (bytes === null) throw new UnreadableSource(archive.names.includes(path) ? 'too_much' : 'not_read')
  return Buffer.from(bytes).toString('utf8')
}

async function optionalPart(archive: Archive, path: string): Promise<string> {
  return archive.names.includes(path) ? partOf(archive, path) : ''
}

/** Returns the path of the first sheet that is not hidden. */
async function sheetPath(archive: Archive, workbook: string): Promise<string> {
  const sheets: XmlElement[] = []
  readXmlElements(workbook, 'sheet', (sheet) => void sheets.push(sheet))
  const sheet = sheets.find(({ attributes }) => attributes['state'] === undefined) ?? sheets[0]
  const paths = new Map<string | undefined, string | undefined>()
  readXmlElements(
    await optionalPart(archive, 'xl/_rels/workbook.xml.rels'),
    'Relationship',
    ({ attributes }) => void paths.set(attributes['Id'], attributes['Target']),
  )
  const target = paths.get(sheet?.attributes['r:id']) ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Texts can consist of several runs with different formatting. Phonetic hints for Japanese are left out. */
function textOfRuns(element: XmlElement): string {
  return [...childrenAt(element, 't'), ...childrenAt(element, 'r', 't')].map(({ text }) => text).join('')
}

function dateStylesIn(styles: string): ReadonlySet<number> {
  const custom = new Set<string | undefined>()
  readXmlElements(styles, 'numFmt', ({ attributes }) => {
    if (isDateFormat(attributes['formatCode'] ?? '')) custom.add(attributes['numFmtId'])
  })
  const dates = new Set<number>()
  readXmlElements(styles, 'cellXfs', ({ children }) => {
    for (const [at, { attributes }] of children.entries()) {
      const id = attributes['numFmtId']
      if (builtInDates.has(Number(id)) || custom.has(id)) dates.add(at)
    }
  })
  return dates
}

/** Ids of the built-in formats that show dates. */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58])

/** Returns true for a format that contains a day or a year outside of quoted texts and of conditions in brackets. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}

function rowsIn(sheet: string, book: Book): string[][] {
  const rows: string[][] = []
  readXmlElements(sheet, 'row', (row) => {
    if (rows.length > maxImportedItems) throw new UnreadableSource('too_much')
    const cells: string[] = []
    for (const [at, cell] of childrenAt(row, 'c').entries()) {
      const column = columnOf(cell.attributes['r']) ?? at
      if (column >= maxImportColumns) continue
      while (cells.length < column) cells.push('')
      cells[column] = textOfCell(cell, book)
    }
    if (cells.some((cell) => cell !== '')) rows.push(cells)
  })
  return rows
}

/** Returns the index of the column of a cell such as `AB12`. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function textOfCell(cell: XmlElement, { shared, dateStyles, startsIn1904 }: Book): string {
  const { t: type, s: style } = cell.attributes
  const value = textIn(cell, 'v')
  if (type === 's') return shared[Number(value)] ?? ''
  const inline = childOf(cell, 'is')
  if (type === 'inlineStr') return inline === undefined ? '' : textOfRuns(inline)
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  const isDate = type !== 'str' && value !== '' && dateStyles.has(Number(style ?? 0))
  return isDate ? dateOf(Number(value) + (startsIn1904 ? 1462 : 0), value) : value
}

/** Days from 30 December 1899, which is day 0 in Excel, to 1 January 1970. */
const daysToEpoch = 25_569
const dayMs = 86_400_000

function dateOf(days: number, value: string): string {
  const date = new Date(Math.round((days - daysToEpoch) * 1440) * 60_000)
  if (Number.isNaN(date.getTime())) return value
  const text = date.toISOString()
  return date.getTime() % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}
