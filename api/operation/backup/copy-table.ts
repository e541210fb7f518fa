import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { splitIntoParts } from '../../platform/storage/split-into-parts.ts'
import { type BackupArchive, BackupError, type ExportedTable } from './archive.ts'

/** The fastest level already shrinks tables to a fifth. Higher levels take several times as long for little gain. */
const compression = { level: 1 }

/** Copies the result of the query `select` into parts of the archive. */
export async function exportTable(
  client: pg.ClientBase,
  archive: BackupArchive,
  { name, columns, select }: { name: string; columns: string[]; select: string },
): Promise<ExportedTable> {
  const source = client.query(copyStreams.to(`copy (${select}) to stdout`))
  let parts = 0
  await pipeline(source, createGzip(compression), async (compressed: AsyncIterable<Buffer>) => {
    for await (const part of splitIntoParts(compressed)) {
      parts++
      await archive.put(partKey(name, parts), Readable.from([part]), part.byteLength)
    }
  })
  return { name, columns, rows: source.rowCount, parts }
}

/** Copies the parts of the archive into `table`. Throws `BackupError` if rows are missing. */
export async function importTable(
  client: pg.ClientBase,
  archive: BackupArchive,
  { name, columns, rows, parts }: ExportedTable,
  table: string,
): Promise<void> {
  const target = client.query(copyStreams.from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(contents(archive, name, parts), { objectMode: false }), createGunzip(), target)
  if (target.rowCount !== rows)
    throw new BackupError(`The backup is damaged: ${target.rowCount} of ${rows} rows of ${name} came.`)
}

async function* contents(archive: BackupArchive, name: string, parts: number): AsyncGenerator<Buffer> {
  for (let part = 1; part <= parts; part++) {
    const stream = await archive.get(partKey(name, part))
    if (stream === null) throw new BackupError(`The backup is damaged: ${partKey(name, part)} is missing.`)
    yield* stream as AsyncIterable<Buffer>
  }
}

function partKey(name: string, part: number): string {
  return `tables/${name}/${String(part).padStart(6, '0')}.gz`
}
