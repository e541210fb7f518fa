import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ExportReader } from '../../access/exported-rows.ts'
import { fileStorageKey } from '../../documents/files/keys.ts'
import { query } from '../../platform/db/orm.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type ColumnsByTable, exportedRowsSql } from './exported-rows-sql.ts'
import { type TarEntry, tarEntry } from './tar.ts'

/** Returns the ids of the next files after the file `after`, which is null at the start. */
export async function loadFileBatch(
  em: EntityManager,
  reader: ExportReader,
  columns: ColumnsByTable,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from file_assets as t
    where t.id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
      and ${exportedRowsSql(reader, 'file_assets', columns)}
    order by t.id limit ${limit}`.execute(query(em))
  return rows.map(({ id }) => id)
}

interface FileContent {
  file_id: string
  sha256: string
  size: number
}

export interface ExportedFiles {
  /** Number of files and their bytes, and the ids of files whose content the storage does not contain. */
  count: number
  bytes: number
  missing: string[]
  last: string | null
}

/**
 * Yields the contents of files under the names of their hashes, and then a list that assigns a hash to the id of each
 * file. Ends early after `maxBytes`. `result` receives the files that were yielded.
 */
export async function* fileEntries(
  storage: Storage,
  ids: readonly string[],
  maxBytes: number,
  result: ExportedFiles,
): AsyncGenerator<TarEntry> {
  const contents: FileContent[] = []
  const written = new Set<string>()
  for (const id of ids) {
    if (result.bytes > maxBytes) break
    result.last = id
    // The name of the entry is the hash, so the file is read twice instead of being stored in memory.
    const hashed = await hashFile(storage, id)
    const name = `files/${hashed?.sha256}`
    const content = hashed === null || written.has(name) ? null : await storage.get(fileStorageKey(id))
    if (hashed === null || (content === null && !written.has(name))) {
      result.missing.push(id)
      continue
    }
    contents.push({ file_id: id, ...hashed })
    result.count++
    result.bytes += hashed.size
    if (content === null) continue
    written.add(name)
    yield { name, size: hashed.size, content }
  }
  const lines = contents.map((content) => `${JSON.stringify(content)}\n`)
  if (lines.length > 0) yield tarEntry(`file_contents/${contents[0]?.file_id}.jsonl`, lines.join(''))
}

async function hashFile(storage: Storage, id: string): Promise<Omit<FileContent, 'file_id'> | null> {
  const content = await storage.get(fileStorageKey(id))
  if (content === null) return null
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.byteLength
  }
  return { sha256: hash.digest('hex'), size }
}
