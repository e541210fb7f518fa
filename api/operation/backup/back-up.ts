import pg from 'pg'
import { restoreRunningTable } from '../../platform/db/migrate.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  type BackupArchive,
  BackupError,
  type BackupManifest,
  type ExportedTable,
  getManifest,
  putArchiveText,
  putManifest,
} from './archive.ts'
import { exportTable } from './copy-table.ts'

export interface BackupParts {
  databaseUrl: string
  storage: Storage
  secret: string
  archive: BackupArchive
}

/**
 * Copies a snapshot of the database while the database is in use, then the files and the secret. Tandem
 * stores files before their rows and deletes files long after the rows, so every file of a copied row still
 * exists. The manifest is written last: without a manifest there is no backup.
 */
export async function createBackup({
  databaseUrl,
  storage,
  secret,
  archive,
}: BackupParts): Promise<BackupManifest> {
  if ((await getManifest(archive)) !== null)
    throw new BackupError('There is a backup already in that place. Name another one.')
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tandem backup' })
  await client.connect()
  try {
    // Disable the timeouts: large tables take long to copy, and the transaction is idle while their files are
    // written.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const copied = await copyDatabase(client, archive)
    await client.query('commit')
    const files = await copyFiles(storage, archive)
    await putArchiveText(archive, 'secret', secret)
    const manifest: BackupManifest = { format: 1, made_at: new Date().toISOString(), ...copied, files }
    await putManifest(archive, manifest)
    await noteBackup(client, manifest)
    return manifest
  } finally {
    await client.end()
  }
}

/**
 * Stores the time and size of the backup for the instance admin. The backup itself does not contain this time
 * and size.
 */
async function noteBackup(client: pg.Client, { made_at, files }: BackupManifest): Promise<void> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const isKnown = `select 1 from information_schema.columns where table_schema = current_schema() and table_name = 'instances' and column_name = 'last_backup_at'`
  // The database lacks these columns if it was not migrated yet, for example during a backup before an update.
  if ((await client.query(isKnown)).rowCount === 0) return
  await client.query('update instances set last_backup_at = $1, last_backup_bytes = $2', [made_at, bytes])
}

type Copied = Pick<BackupManifest, 'migrations' | 'tables' | 'jobs'>

async function copyDatabase(client: pg.Client, archive: BackupArchive): Promise<Copied> {
  const known = await client.query<{ is_ready: boolean }>(
    `select to_regclass('migrations') is not null and to_regclass('${restoreRunningTable}') is null as is_ready`,
  )
  if (known.rows[0]?.is_ready !== true) throw new BackupError('There is no Tandem in that database.')
  const { rows } = await client.query<{ name: string }>('select name from migrations order by id')
  const tables: ExportedTable[] = []
  for (const { name, columns } of await columnsOf(
    client,
    'c.relnamespace = current_schema()::regnamespace',
  )) {
    if (name === 'migrations') continue
    tables.push(
      await exportTable(client, archive, {
        name,
        columns,
        select: `select ${columns.join(', ')} from ${name}`,
      }),
    )
  }
  return { migrations: rows.map(({ name }) => name), tables, jobs: await copyJobs(client, archive) }
}

/**
 * Copies the jobs of pg-boss, which include unsent emails. A job that finished during the backup runs again
 * after a restore, as after a crash.
 */
async function copyJobs(client: pg.Client, archive: BackupArchive): Promise<ExportedTable | null> {
  const [job] = await columnsOf(client, `c.oid = to_regclass('pgboss.job')`)
  if (job === undefined) return null
  const select = `select ${job.columns.join(', ')} from pgboss.job where state in ('created', 'retry', 'active')`
  return exportTable(client, archive, { name: 'jobs', columns: job.columns, select })
}

/** Returns the tables and their columns, except generated columns. All names are quoted as in SQL. */
async function columnsOf(client: pg.Client, where: string): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select quote_ident(c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and ${where} group by c.relname order by c.relname`)
  return rows
}

async function copyFiles(storage: Storage, archive: BackupArchive): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = []
  for await (const key of storage.keys()) {
    const [size, content] = [await storage.size(key), await storage.get(key)]
    // The file was deleted after the snapshot of the database, so leave it out.
    if (size === null || content === null) {
      content?.destroy()
      continue
    }
    await archive.put(archiveFileKey(key), content, size)
    files.push({ key, size })
  }
  return files
}

export function archiveFileKey(key: string): string {
  return `files/${key}`
}
