import type { EntityManager } from '@mikro-orm/postgresql'
import { IsolationLevel } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { ExportReader } from '../../access/exported-rows.ts'
import { query } from '../../platform/db/orm.ts'
import {
  type ColumnsByTable,
  exportedColumns,
  exportedRowsSql,
  selectExportedRows,
} from './exported-rows-sql.ts'
import { exportedTableNames } from './tables.ts'
import { type TarEntry, tarEntry } from './tar.ts'

/** Rows of one round trip to the database. A row that is longer than `shortRowBytes` is read alone. */
const rowsAtOnce = 100
/** A row can have many megabytes, because it contains the HTML, the JSON and the plain text of a document. */
const shortRowBytes = 64 * 1024
/** Bytes of rows in one file of the archive. A large table has several files, so that each of them fits in memory. */
const fileBytes = 4 * 1024 * 1024

/** Returns the columns of all tables in the order of the database, without generated columns. */
export async function loadColumns(em: EntityManager): Promise<ColumnsByTable> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    group by c.relname`.execute(query(em))
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Calls `write` with the rows of all tables as files with JSON lines. One transaction reads all tables, so that the rows
 * of different tables match. `counted` receives the number of rows of each table.
 */
export async function withTableEntries<Result>(
  em: EntityManager,
  reader: ExportReader,
  counted: (table: string, rows: number) => Promise<void>,
  write: (entries: AsyncIterable<TarEntry>) => Promise<Result>,
): Promise<Result> {
  return em.transactional(
    async (reading) => {
      // Large tables take long to read, and the transaction is idle while the parts are stored.
      await sql`set local statement_timeout = 0`.execute(query(reading))
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(query(reading))
      await sql`set local timezone = 'UTC'`.execute(query(reading))
      const columns = await loadColumns(reading)
      return write(allEntries(reading, reader, columns, counted))
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  )
}

/**
 * Yields the exported rows of a table as JSON, in batches that fit in memory. The long rows come last. The transaction
 * must be `REPEATABLE READ`, so that both queries read the same rows.
 */
export async function* readRowBatches(
  em: EntityManager,
  reader: ExportReader,
  table: string,
  columns: ColumnsByTable,
): AsyncGenerator<string[]> {
  const names = exportedColumns(table, columns)
  // PostgreSQL writes the JSON, because the values of JavaScript have less precision. `offset 0` prevents that PostgreSQL
  // writes the JSON of a row twice.
  const lines = sql`(select row_to_json(x)::text as line
    from (${selectExportedRows(reader, table, columns, names)}) as x offset 0) as y`
  const isShort = sql`octet_length(line) <= ${shortRowBytes}`
  let hasLongRows = false
  const short = sql`select case when ${isShort} then line end as line from ${lines}`
  for await (const batch of fetchLines(em, short, rowsAtOnce)) {
    const found = batch.filter((line) => line !== null)
    hasLongRows ||= found.length < batch.length
    if (found.length > 0) yield found
  }
  if (!hasLongRows) return
  for await (const batch of fetchLines(em, sql`select line from ${lines} where not ${isShort}`, 1))
    yield batch.filter((line) => line !== null)
}

async function* fetchLines(
  em: EntityManager,
  lines: RawBuilder<unknown>,
  count: number,
): AsyncGenerator<(string | null)[]> {
  const db = query(em)
  await sql`declare exported_rows no scroll cursor for ${lines}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string | null }>`fetch ${sql.lit(count)} from exported_rows`.execute(
      db,
    )
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < count) break
  }
  await sql`close exported_rows`.execute(db)
}

async function* allEntries(
  em: EntityManager,
  reader: ExportReader,
  columns: ColumnsByTable,
  counted: (table: string, rows: number) => Promise<void>,
): AsyncGenerator<TarEntry> {
  for (const table of exportedTableNames) {
    let files = 0
    let rows = 0
    for await (const lines of filesOf(readRowBatches(em, reader, table, columns))) {
      rows += lines.length
      files++
      yield tarEntry(`tables/${table}/${String(files).padStart(6, '0')}.jsonl`, `${lines.join('\n')}\n`)
    }
    await counted(table, rows)
  }
}

async function* filesOf(batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let lines: string[] = []
  let bytes = 0
  for await (const batch of batches) {
    for (const line of batch) {
      lines.push(line)
      bytes += line.length
      if (bytes < fileBytes) continue
      yield lines
      lines = []
      bytes = 0
    }
  }
  if (lines.length > 0) yield lines
}

/** Returns the number of the rows with these conditions. */
export async function countExportedRows(
  em: EntityManager,
  reader: ExportReader,
  table: string,
  columns: ColumnsByTable,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} as t where ${exportedRowsSql(reader, table, columns)}`.execute(
    query(em),
  )
  return rows[0]?.count ?? 0
}
