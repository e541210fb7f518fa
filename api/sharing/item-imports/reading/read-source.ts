import { parseCsvRows } from '#common/documents/content/reading/csv.ts'
import {
  type ImportField,
  type ImportNoteReason,
  type ItemImportFormat,
  maxImportColumns,
  maxImportedItems,
  maxListedFiles,
} from '#common/sharing/item-imports/rules.ts'
import type { ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import { decodeTextFile } from '../../../pages/page-imports/decode.ts'
import { cleanItem } from './clean-item.ts'
import type { DateOrder } from './dates.ts'
import { tableOfObjects } from './json-table.ts'
import { readers, type SourceReader } from './readers/registry.ts'
import type { SourceItem, TextKind } from './source-item.ts'
import { dateOrderOf, guessFields, hashOf, normalHeading, readTableRows, type Table } from './table-reader.ts'
import { UnreadableSource } from './unreadable-source.ts'

/** A row of the file. `dropped` is the reason why the import skips the row, or null if it imports the row. */
export type SourceRow = SourceItem & { dropped: ImportNoteReason | null }

export interface ReadSource {
  format: ItemImportFormat
  columns: { name: string; samples: string[] }[]
  fields: (ImportField | null)[]
  text: TextKind
  date_order: DateOrder
  asks_date_order: boolean
  /** All rows. A parent comes before its children. */
  rows: SourceRow[]
}

/** Reads a whole text file. Throws `UnreadableSource` if the file cannot be imported. */
export function readSource(bytes: Uint8Array, settings: ItemImportSettings): ReadSource {
  const text = decodeTextFile(bytes, false)
  if (text === null) throw new UnreadableSource('not_read')
  return finish(readText(text, settings))
}

/** Reads a table. `usual` is the format of a table whose headings belong to no other format. */
export function readTableSource(
  rows: string[][],
  settings: ItemImportSettings,
  usual: ItemImportFormat = 'csv',
): ReadSource {
  return finish(readTable(rows, settings, usual))
}

/** Splits the text of a table into cells. */
export function readCells(text: string): string[][] {
  const { rows, cut } = parseCsvRows(text, undefined, { rows: maxImportedItems, columns: maxImportColumns })
  if (cut.rows > 0) throw new UnreadableSource('too_much')
  return rows
}

function readText(text: string, settings: ItemImportSettings): ReadSource {
  if (/^\s*[[{]/.test(text)) return readJson(text, settings)
  return /^\s*</.test(text) ? readXml(text, settings) : readTable(readCells(text), settings, 'csv')
}

function finish(source: ReadSource): ReadSource {
  if (source.rows.length === 0) throw new UnreadableSource('empty')
  if (source.rows.length > maxImportedItems) throw new UnreadableSource('too_much')
  return { ...source, rows: orderedByParent(withReferences(withKeys(withLimitedAttachments(source.rows)))) }
}

function readJson(text: string, settings: ItemImportSettings): ReadSource {
  const chosen = settings.format
  const json = parseJson(text)
  const format = chosen ?? detectFormat((reader) => reader.kind === 'json' && reader.detects(json))
  const reader = format === null ? null : readers[format]
  if (format !== null && reader?.kind === 'json') return withoutColumns(format, reader.read(json))
  const table = tableOfObjects(json)
  if (table === null || reader?.kind === 'xml') throw new UnreadableSource('not_read')
  return readTable(table, settings, 'csv')
}

function readXml(text: string, { format: chosen }: ItemImportSettings): ReadSource {
  const format = chosen ?? detectFormat((reader) => reader.kind === 'xml' && reader.detects(text))
  const reader = format === null ? null : readers[format]
  if (format === null || reader?.kind !== 'xml') throw new UnreadableSource('not_read')
  return withoutColumns(format, reader.read(text))
}

function withoutColumns(format: ItemImportFormat, items: readonly SourceItem[]): ReadSource {
  return {
    ...{ format, columns: [], fields: [], text: 'markdown', date_order: 'dmy', asks_date_order: false },
    rows: items.map(asRow),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableSource('not_read')
  }
}

const sampleRows = 3
const sampleLength = 100

function readTable(all: string[][], settings: ItemImportSettings, usual: ItemImportFormat): ReadSource {
  const [headings = [], ...rows] = all
  if (headings.length === 0 || rows.length === 0) throw new UnreadableSource('empty')
  const table: Table = { headings, rows }
  const format = settings.format ?? detectTableFormat(headings) ?? usual
  const reader = readers[format]
  if (reader.kind !== 'table') throw new UnreadableSource('not_read')
  const fields = headings.map((_, at) => (settings.columns ?? guessFields(headings, reader))[at] ?? null)
  const { order, isUnclear } = dateOrderOf(table, fields)
  const date_order = settings.date_order ?? order ?? 'dmy'
  const kind = settings.text ?? reader.text
  const options = { fields, text: kind, order: date_order }
  return {
    ...{ format, fields, text: kind, date_order },
    asks_date_order: isUnclear && order === null && settings.date_order === undefined,
    columns: headings.map((name, column) => ({
      name,
      samples: rows
        .values()
        .map((row) => (row[column] ?? '').trim().slice(0, sampleLength))
        .filter((cell) => cell !== '')
        .take(sampleRows)
        .toArray(),
    })),
    rows: (reader.readRows?.(table, options) ?? readTableRows(table, reader, options)).map(asRow),
  }
}

function detectTableFormat(headings: readonly string[]): ItemImportFormat | null {
  const names = new Set(headings.map(normalHeading))
  const hasAll = (some: readonly string[]) => some.length > 0 && some.every((heading) => names.has(heading))
  return detectFormat(
    (reader) => reader.kind === 'table' && (hasAll(reader.detects) || hasAll(reader.alsoDetects ?? [])),
  )
}

function detectFormat(fits: (reader: SourceReader) => boolean): ItemImportFormat | null {
  // The cast is safe, because the keys of `readers` are the formats.
  const formats = Object.keys(readers) as ItemImportFormat[]
  return formats.find((format) => fits(readers[format])) ?? null
}

/** Cleans the values of a row. The import skips a row without a title. */
function asRow(source: SourceItem): SourceRow {
  const item = cleanItem(source)
  const title = item.title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  if (title === '') return { ...item, title, dropped: 'no_title' }
  if (title.length <= maxWorkItemNameLength) return { ...item, title, dropped: null }
  const short = title.slice(0, maxWorkItemNameLength).toWellFormed()
  return {
    ...item,
    title: short,
    dropped: null,
    notes: [...item.notes, { reason: 'title_cut', text: title }],
  }
}

/**
 * Limits the number of attachments of the whole file. Each attachment needs a transaction of its own, so that a file with
 * millions of them would occupy the import job for days.
 */
function withLimitedAttachments(rows: readonly SourceRow[]): SourceRow[] {
  let left = maxListedFiles
  return rows.map((row) => {
    const attachments = row.attachments.slice(0, left)
    left -= attachments.length
    if (attachments.length === row.attachments.length) return row
    const note = {
      reason: 'refused' as const,
      text: `attachments after the first ${maxListedFiles} of the file`,
    }
    return { ...row, attachments, notes: [...row.notes, note] }
  })
}

const maxKeyLength = 200

/**
 * Gives every row a unique key: its id in the file, or a hash of its title if it has no id. The import skips a second
 * row with the same id.
 */
function withKeys(rows: readonly SourceRow[]): SourceRow[] {
  const seen = new Set<string>()
  const titles = new Map<string, number>()
  return rows.map((row) => {
    if (row.dropped !== null) return row
    const key = shortKey(row.key === '' ? keyOfTitle(row.title, titles) : row.key)
    if (seen.has(key)) return { ...row, key, dropped: 'duplicate_key' }
    seen.add(key)
    // If an item has no id, other rows can refer to it only by its title.
    return row.key === '' ? { ...row, key, other_keys: [...row.other_keys, row.title] } : { ...row, key }
  })
}

/** Returns a different key for each item with the same title. */
function keyOfTitle(title: string, counts: Map<string, number>): string {
  const count = (counts.get(title) ?? 0) + 1
  counts.set(title, count)
  return count === 1 ? hashOf(title) : `${hashOf(title)}-${count}`
}

function shortKey(key: string): string {
  return key.length > maxKeyLength ? hashOf(key) : key
}

/**
 * Parents and relations can refer to an item by one of its `other_keys`. Replaces these references with the key of
 * the item.
 */
function withReferences(rows: readonly SourceRow[]): SourceRow[] {
  const keys = new Map<string, string>()
  for (const { key, other_keys, dropped } of rows)
    if (dropped === null) for (const name of other_keys) keys.set(name, key)
  for (const { key, dropped } of rows) if (dropped === null) keys.set(key, key)
  const keyOf = (name: string) => keys.get(name) ?? name
  return rows.map((row) => ({
    ...row,
    parent: row.parent === null ? null : keyOf(row.parent),
    relations: row.relations.map(({ type, key }) => ({ type, key: keyOf(key) })),
  }))
}

/**
 * Sorts parents before their children. If an item is its own ancestor, one of the items in this loop loses its
 * parent.
 */
function orderedByParent(rows: SourceRow[]): SourceRow[] {
  const byKey = new Map(rows.filter(({ dropped }) => dropped === null).map((row) => [row.key, row]))
  const done = new Set<SourceRow>()
  const ordered: SourceRow[] = []
  for (const row of rows) {
    const line: SourceRow[] = []
    for (
      let at: SourceRow | undefined = row;
      at !== undefined && !done.has(at);
      at = byKey.get(at.parent ?? '')
    ) {
      if (line.includes(at)) {
        const last = line.at(-1) ?? at
        last.notes.push({ reason: 'parent_refused', text: last.parent ?? '' })
        last.parent = null
        break
      }
      line.push(at)
    }
    for (const one of line.toReversed()) {
      if (done.has(one)) continue
      done.add(one)
      ordered.push(one)
    }
  }
  return ordered
}
