import { type ZippedFile, zipOf } from './zip.ts'

/*
 * The least that is a workbook by ECMA-376: sheets of inline texts and numbers, so nothing of it is ever worked out as a formula, and
 * nothing has to be known of all rows before the first is written. The libraries for it hold a whole workbook in memory, or are not kept.
 */

type Cell = string | number | null

/** More a sheet cannot have; what comes then goes on in the next one. */
const rowsOfSheet = 1_048_576
/** More a cell cannot hold. */
const cellLength = 32_767

interface Sheet {
  name: string
  columns: readonly string[]
  batches: AsyncIterable<readonly (readonly Cell[])[]>
}

export function xlsxOf(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  return zipOf(partsOf(sheets))
}

async function* partsOf(sheets: readonly Sheet[]): AsyncGenerator<ZippedFile> {
  const names: string[] = []
  for (const { name, columns, batches } of sheets) {
    const rows = rowsFrom(batches[Symbol.asyncIterator]())
    let isOver = false
    for (let part = 1; !isOver; part++) {
      names.push(part === 1 ? name : `${name} ${part}`)
      yield {
        name: `xl/worksheets/sheet${names.length}.xml`,
        content: sheetOf(columns, rows, () => {
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
  columns: readonly string[],
  rows: AsyncGenerator<readonly Cell[]>,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  yield bytes(`${head}<worksheet xmlns="${main}"><sheetData>${rowOf(columns)}`)
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

function rowOf(cells: readonly Cell[]): string {
  return `<row>${cells.map(cellOf).join('')}</row>`
}

function cellOf(value: Cell): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, cellLength))}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without what XML cannot hold. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
  )
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function frameOf(names: string[]): Record<string, string> {
  const numbers = names.map((_, at) => at + 1)
  const each = (text: (number: number) => string) => numbers.map(text).join('')
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((number) => `<sheet name="${names[number - 1]}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
  }
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield bytes(text)
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text)
}
