import { maxItemImportBytes } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { type Archive, openArchive } from './archive.ts'
import { isNotionTable, withPages } from './notion-table.ts'
import { type ReadSource, readCells, readSource, readTableSource } from './read-source.ts'
import { UnreadableSource } from './unreadable-source.ts'
import { isXlsx, readXlsx } from './xlsx.ts'

/** The items of an uploaded file. `archive` is null if the upload is not a zip archive. */
export interface Upload {
  source: ReadSource
  archive: Archive | null
}

/** Reads an uploaded file, or the file with the items in an uploaded archive. Throws `UnreadableSource`. */
export async function openUpload(bytes: Uint8Array, settings: ItemImportSettings): Promise<Upload> {
  const archive = await openArchive(bytes)
  if (archive === null) return { source: readSource(bytes, settings), archive }
  if (isXlsx(archive)) return { source: readTableSource(await readXlsx(archive), settings), archive: null }
  const name = itemsFileOf(archive.names)
  if (name === null) throw new UnreadableSource('empty')
  const content = await archive.read(name, maxItemImportBytes)
  if (content === null) throw new UnreadableSource('too_much')
  if (isNotionTable(name)) {
    const table = readCells(
      Buffer.from(content)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
    const source = readTableSource(await withPages(table, name, archive), settings, 'notion')
    return { source, archive }
  }
  return { source: readSource(content, settings), archive }
}

/**
 * Returns the name of the file with the items: a JSON file or a table that is in no folder or in as few folders as
 * possible. Notion exports a table with the visible rows, and a table whose name ends with `_all` with all rows.
 */
export function itemsFileOf(names: readonly string[]): string | null {
  const rank = (name: string) =>
    name.split('/').length * 10 - (/_all\.csv$/i.test(name) ? 2 : 0) - (/\.json$/i.test(name) ? 1 : 0)
  const files = names.filter((name) => /\.(json|csv|tsv|txt|xml)$/i.test(name))
  return files.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}
