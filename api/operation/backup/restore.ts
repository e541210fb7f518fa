import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Job } from '../../platform/context/job.ts'
import { isSchemaTooOld, migrate, restoreRunningTable } from '../../platform/db/migrate.ts'
import { baseline } from '../../platform/db/migrations/0070-push.ts'
import { createJobTables } from '../../platform/jobs/boss.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  type BackupArchive,
  BackupError,
  type BackupManifest,
  type ExportedTable,
  getManifest,
} from './archive.ts'
import { archiveFileKey } from './back-up.ts'
import { importTable } from './copy-table.ts'

interface RestoreParts {
  databaseUrl: string
  storage: Storage
  archive: BackupArchive
  /**
   * All jobs of this version. The restore creates their queues first, and then the waiting jobs of the
   * backup.
   */
  jobs: Job[]
}

/**
 * Restores a backup into an empty database: first the files, then all rows in one transaction, then the newer
 * migrations. After an error the database is empty and the restore can be repeated. A killed restore leaves a mark
 * that prevents servers from starting; the next restore starts over.
 */
export async function restoreBackup({
  databaseUrl,
  storage,
  archive,
  jobs,
}: RestoreParts): Promise<BackupManifest> {
  const manifest = await readableManifest(archive)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tandem restore' })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await prepareDatabase(client)
    try {
      for (const { key, size } of manifest.files) await restoreFile(storage, archive, key, size)
      await migrate(databaseUrl, console, { upTo: manifest.migrations.at(-1), isRestoring: true })
      await restoreTables(client, archive, manifest.tables)
    } catch (error) {
      await removeEverything(client)
      throw error
    }
    await migrate(databaseUrl, console, { isRestoring: true })
    await createJobTables(databaseUrl, jobs, console)
    if (manifest.jobs !== null) await restoreJobs(client, archive, manifest.jobs)
    await client.query(`drop table ${restoreRunningTable}`)
    return manifest
  } finally {
    await client.end()
  }
}

async function readableManifest(archive: BackupArchive): Promise<BackupManifest> {
  const manifest = await getManifest(archive)
  if (manifest === null) throw new BackupError('There is no whole backup in that place.')
  // The name of a migration is the name of its file.
  const files = readdirSync(join(import.meta.dirname, '../../platform/db/migrations'))
  const known = new Set(files.map((name) => name.replace(/\.ts$/, '')))
  if (isSchemaTooOld(manifest.migrations))
    throw new BackupError(
      'The backup is older than Tandem 0.1.0. Restore it with version 0.1.0, and back that installation up.',
    )
  // Ignore migrations before the baseline, because the baseline migration contains them.
  const unknown = manifest.migrations.find((name) => name > baseline && !known.has(name))
  if (unknown !== undefined)
    throw new BackupError(
      `A newer version of Tandem made the backup (it has ${unknown}, which this one does not know). Restore it with that version.`,
    )
  return manifest
}

async function prepareDatabase(client: pg.Client): Promise<void> {
  const { rows: locks } = await client.query<{ is_free: boolean }>(
    `select pg_try_advisory_lock(${restoresLock}) as is_free`,
  )
  if (locks[0]?.is_free !== true) throw new BackupError('Another restore into this database is under way.')
  if (await isMarked(client)) await removeEverything(client)
  await expectEmpty(client)
  await client.query(`create table ${restoreRunningTable} ()`)
}

const restoresLock = 7_310_227

async function isMarked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_marked: boolean }>(
    `select to_regclass('${restoreRunningTable}') is not null as is_marked`,
  )
  return rows[0]?.is_marked === true
}

async function expectEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  if (rows.length > 0)
    throw new BackupError('The database is not empty. Restore into a new one, or another DATA_DIR.')
}

async function restoreFile(
  storage: Storage,
  archive: BackupArchive,
  key: string,
  size: number,
): Promise<void> {
  const content = await archive.get(archiveFileKey(key))
  if (content === null) throw new BackupError(`The backup is damaged: ${archiveFileKey(key)} is missing.`)
  await storage.put(key, content, size)
}

/**
 * Restores the tables. Foreign keys are disabled during the copy, because rows reference each other in
 * cycles. Triggers are disabled, because they would count rows that the restored counters already include.
 * Creating the foreign keys again checks all of them.
 */
async function restoreTables(
  client: pg.Client,
  archive: BackupArchive,
  tables: ExportedTable[],
): Promise<void> {
  await client.query('begin')
  try {
    const references = await client.query<{ name: string; of: string; definition: string }>(`
      select quote_ident(conname) as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`)
    for (const { name, of } of references.rows)
      await client.query(`alter table ${of} drop constraint ${name}`)
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const table of tables) await importTable(client, archive, table, table.name)
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
    for (const { name, of, definition } of references.rows)
      await client.query(`alter table ${of} add constraint ${name} ${definition}`)
    await goOnCounting(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Sets each sequence so that it continues after the highest restored number. */
async function goOnCounting(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ of: string; name: string }>(`
    select c.oid::regclass::text as of, quote_ident(a.attname) as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`)
  for (const { of, name } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${name}), 0) + 1, false) from ${of}`,
      [of, name.replaceAll('"', '')],
    )
}

/**
 * Restores the jobs of queues that still exist, with the columns that exist both in the backup and in the current
 * version of pg-boss.
 */
async function restoreJobs(client: pg.Client, archive: BackupArchive, copied: ExportedTable): Promise<void> {
  await client.query('create temporary table restored_jobs (like pgboss.job)')
  const columns = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = 'restored_jobs'::regclass and attnum > 0`,
  )
  const has = new Set(columns.rows.map(({ name }) => name))
  for (const name of copied.columns)
    if (!has.has(name)) await client.query(`alter table restored_jobs add column ${name} text`)
  await importTable(client, archive, copied, 'restored_jobs')
  const both = copied.columns.filter((name) => has.has(name)).join(', ')
  await client.query(`
    insert into pgboss.job (${both}) select ${both} from restored_jobs
    where name in (select name from pgboss.queue) on conflict do nothing`)
}

/**
 * Drops all tables, functions and collations. Does not drop the objects of PostgreSQL extensions, because other
 * programs may use them.
 */
async function removeEverything(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ declare one text; begin
      for one in select oid::regclass::text from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      loop
        execute format('drop table if exists %s cascade', one);
      end loop;
      for one in select oid::regprocedure::text from pg_proc p
        where pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      loop
        execute format('drop function if exists %s cascade', one);
      end loop;
      for one in select oid::regcollation::text from pg_collation c
        where collnamespace = current_schema()::regnamespace
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      loop
        execute format('drop collation if exists %s cascade', one);
      end loop;
    end $$`)
}
