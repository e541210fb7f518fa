import { createHash } from 'node:crypto'
import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { findExportReader } from '#api/access/exported-rows.ts'
import type { JobPorts } from '#api/platform/context/job.ts'
import { createDiskStorage } from '#api/platform/storage/disk.ts'
import type { Storage } from '#api/platform/storage/storage.ts'
import { exportWorkspaceJob, removeWorkspaceExportsJob } from '#api/sharing/workspace-exports/export-job.ts'
import { exportedTableNames, exportedTables, tableExport } from '#api/sharing/workspace-exports/tables.ts'
import { createPartWriter, removeParts } from '#api/sharing/workspace-exports/write-parts.ts'
import { loadColumns, readRowBatches } from '#api/sharing/workspace-exports/write-tables.ts'
import { calls } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, fillPath, runSql } from '../../support/api-client.ts'
import { addMember } from '../../support/cast.ts'
import { fillExportedTables } from '../../support/fill-exported-tables.ts'
import { startTestJobRunner, type TestJobRunner } from '../../support/job-runner.ts'
import { readArchive, rowsInArchive } from '../../support/read-archive.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createFilledProject, createFilledWorkspace } from '../../support/world/furnish.ts'
import type { TestRowIds } from '../../support/world/side.ts'

let server: TestServer
let runner: TestJobRunner
let ann: ApiClient
let max: ApiClient
let acme: TestRowIds
let other: { workspace_id: string; project_id: string }
let sibling: { project_id: string }

type Files = Map<string, Buffer>
type Row = Record<string, unknown>

beforeAll(async () => {
  server = await startTestServer()
  ann = await createSignedInUser(server, 'ann@example.com')
  max = await createSignedInUser(server, 'max@example.com')
  acme = { ...(await createFilledWorkspace(server, ann, 'Acme')), open_asset_id: '' }
  await fillExportedTables(server, acme, ann.id)
  sibling = await createFilledProject(server, ann, acme, 'Borealis', 'BOR')
  const { id: workspace_id, slug } = await ann.call('createWorkspace', {
    body: { name: 'Other', slug: 'other' },
  })
  const { id: project_id } = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Other', identifier: 'OTH' },
  })
  other = { workspace_id, project_id }
  await addMember(server, acme.workspace_id, max.id, role.member)
  runner = await startTestJobRunner(server, [exportWorkspaceJob, removeWorkspaceExportsJob])
}, 180_000)
afterAll(async () => {
  await runner.stop()
  await server.close()
})

// Exports of earlier tests must not count towards the daily limit.
afterEach(() => sql("update workspace_exports set created_at = now() - interval '25 hours'"))

const sql = <R extends Row>(text: string, values: unknown[] = []) =>
  runSql<R>(server.databaseUrl, text, values)

async function exported(project_id: string | null = null): Promise<Files> {
  const { id } = await ann.call('createWorkspaceExport', {
    params: { slug: acme.slug },
    body: { project_id },
  })
  await runner.done(exportWorkspaceJob)
  return downloaded(id)
}

async function download(who: ApiClient, id: string): Promise<Response> {
  const path = fillPath(calls.downloadWorkspaceExport.path, { slug: acme.slug, workspace_export_id: id })
  return fetch(server.url + path, { headers: { cookie: who.cookie } })
}

async function downloaded(id: string): Promise<Files> {
  const response = await download(ann, id)
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
  return readArchive(bytes)
}

function manifestOf(files: Files) {
  return JSON.parse(files.get('manifest.json')?.toString() ?? '') as {
    tables: Record<string, { rows: number; columns: string[] }>
    texts: { count: number; unreadable: string[] }
    files: { count: number; missing: string[] }
    left_out: { tables: Record<string, string> }
  }
}

describe('the archive of a workspace', () => {
  test('contains the rows of every exported table as they are in the database', async () => {
    const files = await exported()
    const { tables, left_out } = manifestOf(files)
    expect([...files.keys()][0]).toBe('manifest.json')
    expect(Object.keys(left_out.tables)).toContain('sessions')
    const empty: string[] = []
    for (const table of exportedTableNames) {
      const rows = rowsInArchive(files, table)
      expect({ table, rows: rows.length }).toEqual({ table, rows: tables[table]?.rows })
      if (rows.length === 0) empty.push(table)
      // Another test checks the columns that are exported only for members.
      const { ofMembers = [] } = tableExport(table) ?? {}
      const compared = tables[table]?.columns.filter((name) => !ofMembers.includes(name)) ?? []
      const columns = compared.map((name) => `"${name}"`).join(', ')
      const stored = await sql<{ line: string }>(
        `select row_to_json(x)::text as line from (select ${columns} from ${table}) x`,
      )
      const known = new Set(stored.map(({ line }) => JSON.stringify(JSON.parse(line))))
      for (const row of rows) {
        const values = Object.fromEntries(compared.map((name) => [name, row[name]]))
        expect(known).toContain(JSON.stringify(values))
      }
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
    }
    expect(empty.toSorted()).toEqual([])
  })

  test('reads long rows one at a time, and each row once', async () => {
    const params = { slug: acme.slug, project_id: acme.project_id }
    const ids: string[] = []
    for (const name of ['Long one', 'Long two', 'Long three'])
      ids.push((await ann.call('createWorkItem', { params, body: { name } })).id)
    await sql(
      "update work_items set description_html = '<p>' || repeat('long ', 100000) || '</p>' where id = any($1)",
      [ids],
    )
    const em = runner.orm.em.fork() as EntityManager
    const reader = await findExportReader(em, ann.id, acme.workspace_id, null)
    if (reader === null) throw new Error('The user cannot export the workspace.')
    const batches = await em.transactional(
      async (reading) => {
        const columns = await loadColumns(reading)
        return Array.fromAsync(readRowBatches(reading, reader, 'work_items', columns))
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    )
    const isLong = (line: string) => line.length > 100_000
    expect(batches.filter((lines) => lines.some(isLong)).map((lines) => lines.length)).toEqual([1, 1, 1])
    const found = batches.flat().map((line) => (JSON.parse(line) as Row)['id'])
    expect(found).toEqual(expect.arrayContaining(ids))
    expect(new Set(found).size).toBe(found.length)
    await sql('delete from work_items where id = any($1)', [ids])
  })

  test('contains every row of its projects that is not in the trash', async () => {
    const files = await exported()
    for (const table of exportedTableNames) {
      const columns = manifestOf(files).tables[table]?.columns ?? []
      if (!columns.includes('project_id') || table === 'file_assets' || ownTables.has(table)) continue
      const isTrashable = (await columnsOf(table)).includes('deleted_at')
      const [row] = await sql<{ count: number }>(
        `select count(*)::int as count from ${table} where project_id in
          (select id from projects where workspace_id = $1 and deleted_at is null) ${isTrashable ? 'and deleted_at is null' : ''}`,
        [acme.workspace_id],
      )
      const found = rowsInArchive(files, table).filter(({ project_id }) => project_id !== null)
      expect({ table, rows: found.length }).toEqual({ table, rows: row?.count })
    }
  })

  test('contains only references to rows that it contains', async () => {
    const files = await exported()
    const ids = new Map(
      exportedTableNames.map((table) => [table, new Set(rowsInArchive(files, table).map(({ id }) => id))]),
    )
    const keys = await sql<{ child: string; name: string; parent: string }>(`
      select c.conrelid::regclass::text as child, a.attname as name, c.confrelid::regclass::text as parent
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and array_length(c.conkey, 1) = 1`)
    const dangling = keys
      .filter(({ child, parent }) => ids.has(child) && ids.has(parent))
      .flatMap(({ child, name, parent }) =>
        rowsInArchive(files, child)
          .filter((row) => row[name] != null && !ids.get(parent)?.has(row[name]))
          .map((row) => `${child}.${name} ${row[name]}`),
      )
    expect(dangling).toEqual([])
  })

  test('contains texts as Yjs, HTML and Markdown, and files by their hashes', async () => {
    const params = { slug: acme.slug, project_id: acme.project_id }
    const { id } = await ann.call('createWorkItem', {
      params,
      body: { name: 'With a text', description_html: '<p>One <strong>bold</strong> word</p>' },
    })
    const html = '<p>Two <strong>bold</strong> words</p>'
    await ann.call('updateWorkItem', { params: { ...params, id }, body: { description_html: html } })
    const files = await exported()
    const text = (end: string) => files.get(`texts/work_items/${id}.${end}`)
    expect(text('html')?.toString()).toContain('Two <strong>bold</strong> words')
    expect(text('md')?.toString()).toBe('Two **bold** words\n')
    const doc = new Y.Doc()
    Y.applyUpdate(doc, text('yjs') ?? new Uint8Array())
    expect(JSON.stringify(doc.getXmlFragment('default').toJSON())).toContain('bold')
    const contents = [...files].filter(([name]) => name.startsWith('files/'))
    for (const [name, content] of contents)
      expect(name).toBe(`files/${createHash('sha256').update(content).digest('hex')}`)
    const { count, missing } = manifestOf(files).files
    const listed = [...files].filter(([name]) => name.startsWith('file_contents/'))
    expect(listed.flatMap(([, lines]) => lines.toString().trimEnd().split('\n'))).toHaveLength(count)
    expect(rowsInArchive(files, 'file_assets')).toHaveLength(count + missing.length)
    expect(contents.length).toBeGreaterThan(0)
  })

  test('contains nothing of other workspaces, of other people and of the trash', async () => {
    const params = { slug: acme.slug, project_id: acme.project_id }
    const name = 'Only for Max'
    await max.call('createWorkspacePage', { params: { slug: acme.slug }, body: { name, access: 1 } })
    await max.call('createSticky', { params: { slug: acme.slug }, body: { name } })
    const { id } = await ann.call('createWorkItem', { params, body: { name: 'In the trash' } })
    await ann.call('deleteWorkItem', { params: { ...params, id } })
    const files = await exported()
    const hidden = [name, 'In the trash', other.workspace_id, other.project_id, 'argon2']
    const leaks = [...files].flatMap(([file, content]) =>
      hidden.filter((text) => content.includes(text)).map((text) => `${file}: ${text}`),
    )
    expect(leaks).toEqual([])
  })

  test('contains email addresses and full names only of current members', async () => {
    const outsider = await createSignedInUser(server, 'outsider@example.com')
    const former = await createSignedInUser(server, 'former@example.com')
    await sql(
      'insert into project_public_members (project_id, member_id, workspace_id) values ($1, $2, $3)',
      [acme.project_id, outsider.id, acme.workspace_id],
    )
    await addMember(server, acme.workspace_id, former.id, role.member)
    await sql('update workspace_members set is_active = false where member_id = $1', [former.id])
    for (const files of [await exported(), await exported(acme.project_id)]) {
      const people = new Map(rowsInArchive(files, 'users').map((row) => [row['id'], row]))
      expect(people.get(ann.id)).toMatchObject({ email: 'ann@example.com' })
      for (const { id } of [outsider, former])
        expect(people.get(id)).toMatchObject({ email: null, first_name: null, last_name: null })
      const text = [...files.values()].map((content) => content.toString('latin1')).join('')
      expect(text).not.toMatch(/(outsider|former)@example\.com/)
    }
  })

  test('of one project contains only this project', async () => {
    const files = await exported(acme.project_id)
    expect(rowsInArchive(files, 'projects').map(({ id }) => id)).toEqual([acme.project_id])
    const items = rowsInArchive(files, 'work_items')
    expect(new Set(items.map(({ project_id }) => project_id))).toEqual(new Set([acme.project_id]))
    expect(rowsInArchive(files, 'stickies')).toEqual([])
    const whole = [...files].filter(([name]) => !name.startsWith('tables/projects/'))
    expect(
      whole
        .map(([, content]) => content.toString('latin1'))
        .join('')
        .includes(sibling.project_id),
    ).toBe(false)
  })
})

const ownTables = new Set(
  Object.entries(exportedTables).flatMap(([name, table]) =>
    'scope' in table && table.scope !== undefined && ['own', 'owner', 'drafts', 'views'].includes(table.scope)
      ? [name]
      : [],
  ),
)

async function columnsOf(table: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    'select column_name::text as name from information_schema.columns where table_schema = current_schema() and table_name = $1',
    [table],
  )
  return rows.map(({ name }) => name)
}

describe('the list of tables', () => {
  test('decides for every table of the database whether it is exported', async () => {
    const rows = await sql<{ name: string }>(
      `select table_name::text as name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE'
         and table_name not in (select inhrelid::regclass::text from pg_inherits)`,
    )
    expect(Object.keys(exportedTables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('exports no column with a secret', async () => {
    const { tables } = manifestOf(await exported())
    const names = Object.entries(tables).flatMap(([table, { columns }]) =>
      columns.map((column) => `${table}.${column}`),
    )
    expect(names.filter((name) => /token|secret|password|hash|sealed|anchor|_ip$/.test(name))).toEqual([
      // A hash of an imported row, which detects whether a later import has changed it.
      'imported_items.hash',
      // The position of a thread in the text of a page.
      'page_comments.anchor',
    ])
  })
})

describe('the job', () => {
  /** Creates an export without a job, so that the test decides when the job runs. */
  async function queued(fields: { status?: string; updated_at?: string } = {}): Promise<string> {
    const id = newId()
    const progress = {
      ...{ step: 0, after: null, parts: [], rows: {}, texts: 0, files: 0, file_bytes: 0 },
      ...{ unreadable_texts: [], missing_files: [] },
    }
    const { status = 'queued', updated_at = new Date().toISOString() } = fields
    await sql(
      `insert into workspace_exports (id, workspace_id, initiated_by, status, progress, updated_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, acme.workspace_id, ann.id, status, JSON.stringify(progress), updated_at],
    )
    return id
  }

  /** Runs the job. `before` runs before each write. If it is a number, the process is killed after this many writes. */
  async function run(id: string, before: number | (() => Promise<void>) = async () => {}): Promise<void> {
    let left = typeof before === 'number' ? before : Number.POSITIVE_INFINITY
    const disk = createDiskStorage(server.dataDir)
    const storage: Storage = {
      ...disk,
      put: async (key, content, size) => {
        if (left-- <= 0) throw new Error('The process was killed.')
        if (typeof before !== 'number') await before()
        return disk.put(key, content, size)
      },
    }
    const ports = { orm: runner.orm, enqueue: runner.enqueue, storage } as unknown as JobPorts
    const data = { export_id: id, initiated_by: ann.id }
    await exportWorkspaceJob.run(data, ports, { before: 0, isLast: false })
  }

  async function stateOf(id: string) {
    const rows = await ann.call('listWorkspaceExports', { params: { slug: acme.slug } })
    return rows.find((row) => row.id === id)
  }

  test('continues after its process was killed, and the archive is complete', async () => {
    const id = await queued()
    // The first run stores the tables and is killed while it writes texts.
    await expect(run(id, 1)).rejects.toThrow('killed')
    const [row] = await sql<{ progress: { step: number; parts: string[] } }>(
      'select progress from workspace_exports where id = $1',
      [id],
    )
    expect(row?.progress).toMatchObject({ step: 1, parts: ['1-0'] })
    await expect(run(id, 1)).rejects.toThrow('killed')
    await run(id)
    const files = await downloaded(id)
    const { tables, texts } = manifestOf(files)
    expect(rowsInArchive(files, 'work_items')).toHaveLength(tables['work_items']?.rows ?? 0)
    const written = [...files.keys()].filter((name) => name.startsWith('texts/') && name.endsWith('.html'))
    expect(written).toHaveLength(texts.count)
  })

  const stop = (id: string) =>
    ann.call('stopWorkspaceExport', { params: { slug: acme.slug, workspace_export_id: id } })

  async function partsOf(id: string): Promise<string[]> {
    const keys: string[] = []
    for await (const key of createDiskStorage(server.dataDir).keys()) if (key.includes(id)) keys.push(key)
    return keys
  }

  test('stops, and its parts are deleted', async () => {
    const id = await queued()
    await expect(run(id, 1)).rejects.toThrow('killed')
    expect(await stop(id)).toMatchObject({ status: 'stopped' })
    await run(id)
    expect(await partsOf(id)).toEqual([])
    expect(await stateOf(id)).toMatchObject({ status: 'stopped' })
    expect((await download(ann, id)).status).toBe(404)
  })

  test('leaves no parts if it is stopped while it writes', async () => {
    const id = await queued()
    let writes = 0
    await run(id, async () => void (++writes === 2 && (await stop(id))))
    expect(writes).toBeGreaterThanOrEqual(2)
    expect(await partsOf(id)).toEqual([])
  })

  test('leaves no parts if its process is killed while it deletes them', async () => {
    const disk = createDiskStorage(server.dataDir)
    const id = newId()
    const { write } = createPartWriter(disk, id, 1)
    for (let part = 0; part < 4; part++) await write([Buffer.from('Content')])
    let left = 2
    const killed: typeof disk.remove = async (keys) => {
      if (left-- <= 0) throw new Error('The process was killed.')
      return disk.remove(keys)
    }
    await expect(removeParts({ ...disk, remove: killed }, { id, runs: 1 })).rejects.toThrow('killed')
    expect(await partsOf(id)).toHaveLength(2)
    await removeParts(disk, { id, runs: 1 })
    expect(await partsOf(id)).toEqual([])
  })

  test('fails without an archive if the creator is no admin any more', async () => {
    const id = await queued()
    const change = 'update workspace_members set role = $3 where workspace_id = $1 and member_id = $2'
    await sql(change, [acme.workspace_id, ann.id, role.member])
    await run(id)
    await sql(change, [acme.workspace_id, ann.id, role.admin])
    expect(await stateOf(id)).toMatchObject({ status: 'failed', problem: 'no_access' })
    expect((await download(ann, id)).status).toBe(404)
  })

  test('is refused while another export of the same person runs', async () => {
    const id = await queued()
    const asked = ann.call('createWorkspaceExport', { params: { slug: acme.slug }, body: {} })
    await expect(asked).rejects.toThrow('429')
    await ann.call('stopWorkspaceExport', { params: { slug: acme.slug, workspace_export_id: id } })
  })

  test('is refused after ten exports within a day', async () => {
    const foreign = await ann.call('createWorkspace', { body: { name: 'Daily', slug: 'daily' } })
    await sql(
      `insert into workspace_exports (id, workspace_id, initiated_by, status, progress)
       select gen_random_uuid(), $1, $2, 'completed', '{}' from generate_series(1, 10)`,
      [foreign.id, ann.id],
    )
    const asked = () => ann.call('createWorkspaceExport', { params: { slug: 'daily' }, body: {} })
    await expect(asked()).rejects.toThrow('429')
    await sql(
      "update workspace_exports set created_at = now() - interval '25 hours' where workspace_id = $1",
      [foreign.id],
    )
    expect(await asked()).toMatchObject({ status: 'queued' })
  })

  test('deletes an expired archive, and fails an abandoned export', async () => {
    const id = await queued()
    await run(id)
    expect((await download(ann, id)).status).toBe(200)
    await sql("update workspace_exports set expires_at = now() - interval '1 second' where id = $1", [id])
    expect((await download(ann, id)).status).toBe(404)
    const stopped = await queued()
    await expect(run(stopped, 1)).rejects.toThrow('killed')
    await stop(stopped)
    await sql("update workspace_exports set updated_at = now() - interval '1 hour' where id = $1", [stopped])
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const abandoned = await queued({ status: 'processing', updated_at: yesterday })
    await runner.enqueue(runner.orm.em.fork() as never, removeWorkspaceExportsJob, {})
    await runner.done(removeWorkspaceExportsJob)
    expect(await createDiskStorage(server.dataDir).size(`workspace-exports/${id}/1-0`)).toBeNull()
    expect(await partsOf(stopped)).toEqual([])
    expect(await stateOf(abandoned)).toMatchObject({ status: 'failed', problem: 'failed' })
  })
})

test('an export is in the audit log, and only its creator can download it', async () => {
  const { id } = await ann.call('createWorkspaceExport', { params: { slug: acme.slug }, body: {} })
  await runner.done(exportWorkspaceJob)
  const rows = await sql<{ action: string }>(
    "select action from audit_records where workspace_id = $1 and action = 'export.workspace' and actor_id = $2",
    [acme.workspace_id, ann.id],
  )
  expect(rows.length).toBeGreaterThan(0)
  expect((await download(max, id)).status).toBe(403)
  const eve = await createSignedInUser(server, 'eve@example.com')
  expect((await download(eve, id)).status).toBe(404)
  await addMember(server, acme.workspace_id, eve.id, role.admin)
  expect((await download(eve, id)).status).toBe(404)
  const foreign = { params: { slug: acme.slug }, body: { project_id: other.project_id } }
  await expect(ann.call('createWorkspaceExport', foreign)).rejects.toThrow('400')
})
