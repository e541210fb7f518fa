import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#api/job-list.ts'
import { type BackupManifest, type ExportedTable, openBackupArchive } from '#api/operation/backup/archive.ts'
import { restoreBackup } from '#api/operation/backup/restore.ts'
import { createFolderStorage } from '#api/platform/storage/disk.ts'
import { listStoredReleases, releasesFolder, type StoredRelease } from '../releases/release.ts'
import { createAnotherSession, runSql } from '../support/api-client.ts'
import { BrowserClient } from '../support/browser-client.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { closeClients, openDocumentClient } from '../support/document-clients.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/**
 * The tables and columns that migrations removed (`table` or `table.column`) or rewrote (`table.column`),
 * with the reason. Every other value must stay unchanged.
 */
const removed: Record<string, string> = {}
const rewritten: Record<string, string> = {
  'cycles.end_date': 'A cycle lasts until the last moment of its last day instead of its last minute.',
}

describe.each(listStoredReleases())('what version %s left', (name) => {
  const folder = join(releasesFolder, name)
  const release: StoredRelease = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
  const manifest: BackupManifest = JSON.parse(readFileSync(join(folder, 'backup/manifest.json'), 'utf8'))
  let database: TestDatabase
  let dataDir: string
  let server: ServerProcess
  let cookie: string

  beforeAll(async () => {
    database = await createEmptyDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'tandem-upgrade-'))
    const archive = await openBackupArchive(join(folder, 'backup'), { s3: null, appUrl: 'http://localhost' })
    const storage = createFolderStorage(join(dataDir, 'files'))
    await restoreBackup({ databaseUrl: database.url, storage, archive, jobs })
  })
  afterEach(closeClients)
  afterAll(async () => {
    await server?.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('is there after the upgrade, every value of every row', async () => {
    const lost: string[] = []
    for (const table of manifest.tables.filter(({ name }) => removed[name] === undefined)) {
      const there = await columnsOf(database.url, table.name)
      const gone = table.columns.filter((column) => !there.has(column))
      lost.push(
        ...gone.map((column) => `${table.name}.${column}`).filter((each) => removed[each] === undefined),
      )
      const columns = table.columns.filter(
        (column) => there.has(column) && rewritten[`${table.name}.${column}`] === undefined,
      )
      const now = await rowsOf(database.url, table.name, columns)
      lost.push(...keptRows(folder, table, columns).filter((row) => !now.has(row)))
    }
    expect(lost).toEqual([])
  })

  test('is read at every address that it was read at', async () => {
    const SECRET = (await readFile(join(folder, 'backup/secret'), 'utf8')).trim()
    server = await startServerProcess(dataDir, { DATABASE_URL: database.url, SECRET, TRUSTED_PROXIES: '1' })
    cookie = await createAnotherSession(server, { id: release.admin_id })
    const answers: Record<string, number> = {}
    for (const path of release.reads) {
      const { status } = await fetch(server.url + path, { headers: { cookie }, redirect: 'manual' })
      if (status !== 200) answers[path] = status
    }
    expect(answers).toEqual({})
  })

  test('opens as texts that people type into', async () => {
    for (const { name, text } of release.documents) {
      const client = openDocumentClient(server.url, { cookie }, name)
      await client.synced()
      expect(client.text()).toBe(text)
      client.type('And on.')
      await client.saved()
      expect(client.text()).toBe(`${text}\nAnd on.`)
    }
  })

  test('lets people and programs in, and goes on', async () => {
    const browser = new BrowserClient(server)
    await browser.post('signIn', { email: release.email, password: release.password })
    expect(browser.isSignedIn).toBe(true)
    const me = await fetch(`${server.url}/api/users/me/`, { headers: { 'x-api-key': release.token } })
    expect(await me.json()).toMatchObject({ email: release.email })
    const { slug, project_id, next_sequence } = release.project
    const made = await fetch(`${server.url}/api/workspaces/${slug}/projects/${project_id}/issues/`, {
      method: 'POST',
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Made after the upgrade' }),
    })
    expect(await made.json()).toMatchObject({ sequence_id: next_sequence })
  })
})

async function columnsOf(url: string, table: string): Promise<Set<string>> {
  const rows = await runSql<{ name: string }>(
    url,
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = current_schema() and quote_ident(table_name) = $1`,
    [table],
  )
  return new Set(rows.map((row) => row.name))
}

/** Returns the rows of a table in the backup, with their columns as text in PostgreSQL's `COPY` format. */
function keptRows(folder: string, table: ExportedTable, columns: string[]): string[] {
  const parts = Array.from({ length: table.parts }, (_, at) =>
    readFileSync(join(folder, `backup/tables/${table.name}/${String(at + 1).padStart(6, '0')}.gz`)),
  )
  const lines = gunzipSync(Buffer.concat(parts)).toString().split('\n').slice(0, -1)
  const places = columns.map((column) => table.columns.indexOf(column))
  return lines.map((line) => {
    const values = line.split('\t')
    return places.map((place) => values[place]).join('\t')
  })
}

/**
 * Returns the rows of the current table in `COPY` format. A set is sufficient, because each table has a
 * primary key.
 */
async function rowsOf(url: string, table: string, columns: string[]): Promise<Set<string>> {
  if (columns.length === 0) return new Set()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const stream = client.query(copyStreams.to(`copy ${table} (${columns.join(', ')}) to stdout`))
    const text = Buffer.concat(await stream.toArray()).toString()
    return new Set(text.split('\n').slice(0, -1))
  } finally {
    await client.end()
  }
}
