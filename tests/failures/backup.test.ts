import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#api/job-list.ts'
import { BackupError, openBackupArchive } from '#api/operation/backup/archive.ts'
import { restoreBackup } from '#api/operation/backup/restore.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { connectOrStartEmbedded } from '#api/platform/db/embedded-postgres.ts'
import { createDiskStorage } from '#api/platform/storage/disk.ts'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { lockTable } from '../support/lock-table.ts'
import { copyPreparedDataFolder } from '../support/prepared-data.ts'
import { startS3 } from '../support/s3.ts'
import { readEmbeddedPostgres, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { attachFileToItem } from '../support/upload.ts'

const project = resolve(import.meta.dirname, '../..')

let folder: string
let server: ServerProcess
let ann: ApiClient
let params: { slug: string; project_id: string }
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-backup-'))
  copyPreparedDataFolder('migrated', at('data'))
  // Each name is the data folder of a Tandem instance that a test restores. The folders are prepared, so that only
  // the first restore in this file creates a PostgreSQL data folder.
  for (const name of ['fresh', 'equal', 'mended', 'killed', 'of-cut', 'from-s3'])
    copyPreparedDataFolder('empty', at(name))
  copyPreparedDataFolder('migrated', at('in-s3'))
  server = await startServerProcess(at('data'))
  ann = await createSignedInUser(server, 'ann@example.com')
  await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  const project = await ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug: 'acme', project_id: project.id }
  const parent = await ann.call('createWorkItem', { params, body: { name: 'Parent' } })
  await ann.call('createWorkItem', { params, body: { name: 'Child', parent_id: parent.id } })
  const bytes = new TextEncoder().encode('Some notes')
  await attachFileToItem(server, ann, { ...params, id: parent.id }, { name: 'notes.txt', bytes })
}, 60_000)

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command on a data folder, like `npm run backup` or `npm run restore`. */
async function run(what: 'backup' | 'restore', place: string, dataDir: string, env: object = {}) {
  const child = begin(what, place, dataDir, env)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return { code, said }
}

function begin(what: 'backup' | 'restore', place: string, dataDir: string, env: object = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, ['scripts/backup.ts', what, place], {
    cwd: project,
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, SETTINGS_FILE: '/dev/null', ...env },
  })
}

/**
 * The columns to compare in tables that change during a backup. Times of migrations are left out, and so is the
 * time of the last backup, which is stored only after the backup has ended.
 */
const comparable: Record<string, string> = {
  migrations: 't.name',
  instances: 't.instance_id, t.instance_name, t.is_setup_done, t.created_at',
}

/** Reads every row of every table as text while no server is running. */
async function everything(dataDir: string): Promise<Map<string, string[]>> {
  const database = await connectOrStartEmbedded({ dataDir, log: console })
  try {
    const tables = await runSql<{ name: string }>(
      database.url,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    const all = new Map<string, string[]>()
    for (const { name } of tables) {
      const columns = comparable[name] ?? 't.*'
      const select = `select r::text as row from (select ${columns} from "${name}" t) r order by 1`
      const rows = await runSql<{ row: string }>(database.url, select)
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  } finally {
    await database.stop()
  }
}

/**
 * Creates items one after the other until the returned function is called. That function returns the ids of
 * the items that the server confirmed.
 */
function writeOn(): () => Promise<string[]> {
  let isOver = false
  const writing = (async () => {
    const ids: string[] = []
    for (let number = 1; !isOver; number++) {
      const { id } = await ann.call('createWorkItem', { params, body: { name: `Item ${number}` } })
      ids.push(id)
    }
    return ids
  })()
  return () => {
    isOver = true
    return writing
  }
}

test('a backup made while people write is whole, and is served again with its files and sessions', async () => {
  const stop = writeOn()
  expect(await run('backup', at('busy'), at('data'))).toMatchObject({ code: 0 })
  const written = await stop()
  expect(written.length).toBeGreaterThan(0)
  const { code, said } = await run('restore', at('busy'), at('restored'))
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('1 files') })
  const again = await startServerProcess(at('restored'))
  try {
    const rows = await runSql<{ id: string }>(again.databaseUrl, 'select id from work_items')
    const [behind] = await runSql<{ wrong: number }>(
      again.databaseUrl,
      `select count(*)::int as wrong from workspace_versions v
       where v.version <> (select max(version) from changes c where c.workspace_id = v.workspace_id)
         or v.version <> (select count(*) from changes c where c.workspace_id = v.workspace_id)`,
    )
    expect(behind?.wrong).toBe(0)
    // The backup contains all items that were created up to some moment during the backup, and none that were created
    // after this moment.
    const there = written.map((id) => rows.some((row) => row.id === id))
    expect(there.indexOf(false) === -1 || !there.slice(there.indexOf(false)).includes(true)).toBe(true)
    const listed = await fetch(`${again.url}/api/workspaces/acme/projects/${params.project_id}/issues/`, {
      headers: { cookie: ann.cookie },
    })
    expect(listed.status).toBe(200)
    const made = await fetch(`${again.url}/api/workspaces/acme/projects/${params.project_id}/issues/`, {
      method: 'POST',
      headers: { cookie: ann.cookie, origin: again.url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Goes on' }),
    })
    expect(made.status).toBe(201)
  } finally {
    await again.stop()
  }
}, 120_000)

test('what is restored is equal, every row and every file', async () => {
  await server.stop()
  expect(await run('backup', at('quiet'), at('data'))).toMatchObject({ code: 0 })
  expect(await run('restore', at('quiet'), at('equal'))).toMatchObject({ code: 0 })
  const restored = await everything(at('equal'))
  expect(restored).toEqual(await everything(at('data')))
  expect(restored.get('work_items')?.length).toBeGreaterThan(2)
  const { files } = JSON.parse(await readFile(at('quiet/manifest.json'), 'utf8'))
  expect(files).toHaveLength(1)
  for (const { key } of files)
    expect(await readFile(at(`equal/files/${key}`))).toEqual(await readFile(at(`data/files/${key}`)))
  expect(await readFile(at('equal/secret'), 'utf8')).toBe(await readFile(at('data/secret'), 'utf8'))
  server = await startServerProcess(at('data'))
}, 120_000)

test('a place that holds a backup and a database that holds something are refused in words', async () => {
  expect(await run('backup', at('quiet'), at('data'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is a backup already'),
  })
  expect(await run('restore', at('quiet'), at('data'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('The database is not empty'),
  })
  expect(await run('restore', at('nowhere'), at('fresh'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no whole backup'),
  })
}, 60_000)

test('a manifest of a newer version, and a hostile one, are refused and restore nothing', async () => {
  const path = at('quiet/manifest.json')
  const kept = await readFile(path, 'utf8')
  const manifest = JSON.parse(kept)
  const database = await createEmptyDatabase()
  const config = readConfig({
    DATA_DIR: at('hostile'),
    DATABASE_URL: database.url,
    SETTINGS_FILE: '/dev/null',
  })
  const storage = createDiskStorage(at('hostile'))
  const refusalOf = async (changed: object) => {
    await writeFile(path, JSON.stringify({ ...manifest, ...changed }))
    const archive = await openBackupArchive(at('quiet'), config)
    try {
      await restoreBackup({ databaseUrl: database.url, storage, archive, jobs })
      return 'restored'
    } catch (error) {
      return error instanceof BackupError ? error.message : error
    } finally {
      archive.close()
    }
  }
  expect(await refusalOf({ migrations: ['0001-foundation', '0002-documents'] })).toContain(
    'The backup is older than Tandem 0.1.0',
  )
  expect(await refusalOf({ migrations: [...manifest.migrations, '9999-tomorrow'] })).toContain(
    'A newer version of Tandem made the backup (it has 9999-tomorrow',
  )
  for (const hostile of [
    { files: [{ key: '../outside', size: 1 }] },
    { files: [{ key: '/outside', size: 1 }] },
    { tables: [{ ...manifest.tables[0], name: 'users; drop table users' }] },
    { tables: [{ ...manifest.tables[0], columns: ['id) from stdin; --'] }] },
  ])
    expect(await refusalOf(hostile)).toContain('cannot read the backup')
  await writeFile(path, kept)
  await database.drop()
}, 60_000)

test('a damaged backup leaves an empty database, into which a whole one goes', async () => {
  const part = at('quiet/tables/work_items/000001.gz')
  const kept = await readFile(part)
  await rm(part)
  expect(await run('restore', at('quiet'), at('mended'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('tables/work_items/000001.gz is missing'),
  })
  await writeFile(part, kept)
  expect(await run('restore', at('quiet'), at('mended'))).toMatchObject({ code: 0 })
}, 120_000)

test('a restore that is killed serves nothing, and the next one begins anew', async () => {
  // A second attempt must not find the folders of the first one.
  const attempt = newId()
  const [backup, killed] = [at(`to-kill-${attempt}`), at(`killed-${attempt}`)]
  await run('backup', backup, at('data'))
  const child = begin('restore', backup, killed)
  const isUnderWay = async () => {
    const { url } = await readEmbeddedPostgres(killed)
    const [row] = await runSql(url, `select to_regclass('restore_under_way') is not null as there`)
    return row?.['there']
  }
  await expect.poll(() => isUnderWay().catch(() => false), { timeout: 20_000 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'close')
  await expect(startServerProcess(killed)).rejects.toThrow(
    'A restore into this database has not come to its end',
  )
  expect(await run('backup', at(`of-killed-${attempt}`), killed)).toMatchObject({ code: 1 })

  expect(await run('restore', backup, killed)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored from'),
  })
  const again = await startServerProcess(killed)
  try {
    expect(await runSql(again.databaseUrl, 'select slug from workspaces')).toContainEqual({ slug: 'acme' })
  } finally {
    await again.stop()
  }
}, 60_000)

test('a backup that is killed is none, and the next one in its place is whole', async () => {
  const place = at('cut')
  const held = await lockTable(server.databaseUrl, 'work_items')
  const child = begin('backup', place, at('data'))
  await held.isWaitedFor()
  child.kill('SIGKILL')
  await once(child, 'close')
  await held.release()
  expect(await readdir(join(place, 'tables'))).not.toEqual([])
  expect(await run('restore', place, at('of-cut'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('no whole backup'),
  })
  expect(await run('backup', place, at('data'))).toMatchObject({ code: 0 })
  expect(await run('restore', place, at('of-cut'))).toMatchObject({ code: 0 })
}, 60_000)

test('a backup goes into an S3 store, files that are kept there too, and back', async () => {
  const s3 = await startS3()
  const kept = await startServerProcess(at('in-s3'), s3.settings)
  try {
    const max = await createSignedInUser(kept, 'max@example.com')
    await max.call('createWorkspace', { body: { name: 'Beta', slug: 'beta' } })
    const { id } = await max.call('createProject', {
      params: { slug: 'beta' },
      body: { name: 'Quay', identifier: 'QUA' },
    })
    const of = { slug: 'beta', project_id: id }
    const item = await max.call('createWorkItem', { params: of, body: { name: 'Lamps' } })
    const bytes = new TextEncoder().encode('Kept in a store')
    await attachFileToItem(kept, max, { ...of, id: item.id }, { name: 'notes.txt', bytes })
    await kept.stop()
    const place = 's3://backups/nightly'
    expect(await run('backup', place, at('in-s3'), s3.settings)).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 files'),
    })
    const elsewhere = { ...s3.settings, S3_BUCKET: 'again' }
    expect(await run('restore', place, at('from-s3'), elsewhere)).toMatchObject({ code: 0 })
    expect(await everything(at('from-s3'))).toEqual(await everything(at('in-s3')))
    expect(await run('backup', 's3://x', at('data'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('S3_ENDPOINT'),
    })
  } finally {
    await s3.close()
  }
}, 120_000)
