import { rm } from 'node:fs/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { purgeProjectsJob } from '#api/organization/projects/purge.ts'
import { purgeWorkspacesJob } from '#api/organization/workspaces/purge.ts'
import { createBus } from '#api/platform/bus.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { createJobQueue } from '#api/platform/jobs/jobs.ts'
import { runAutomationsJob } from '#api/work/automations/run.ts'
import { deletedProjectRetentionDays } from '#common/organization/projects/rules.ts'
import { deletedWorkspaceRetentionDays } from '#common/organization/workspaces/rules.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { copyMigratedDataFolder } from '../support/prepared-data.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/*
 * Operations with several transactions are killed between them, and operations with one transaction within it. Server and database are killed
 * together, as in a power failure. Afterwards nothing is partly done, or the next run of the job completes it.
 */
let dataDir: string
let server: ServerProcess
let ann: ApiClient

beforeAll(async () => {
  dataDir = await copyMigratedDataFolder('half-done')
  server = await startServerProcess(dataDir)
  ann = await createSignedInUser(server, 'ann@example.com')
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const sql = <Row extends object>(statement: string, values: unknown[] = []) =>
  runSql<Row & Record<string, unknown>>(server.databaseUrl, statement, values)

const jobs = [purgeWorkspacesJob, purgeProjectsJob, runAutomationsJob]

/** Enqueues the jobs, as their schedules do. */
async function begin(): Promise<void> {
  const bus = createBus(null)
  const orm = await createOrm(server.databaseUrl, bus)
  const log = pino({ level: 'silent' })
  const queue = createJobQueue(jobs, { databaseUrl: server.databaseUrl, em: orm.em, bus, log })
  await queue.start(null)
  await runInChangeBatch(orm.em, { actor_id: null, mutation_id: null }, async (em) => {
    for (const job of jobs) await queue.enqueue(em as EntityManager, job, {})
  })
  await queue.stop()
  await orm.close(true)
  await bus.close()
}

interface Filled {
  workspace_id: string
  slug: string
  project_id: string
  /** The id of the item that was created last. */
  last: string
}

/** Creates a project with this number of items that were completed long ago. */
async function filled(slug: string, items: number): Promise<Filled> {
  const known = (await ann.call('listWorkspaces', {})).find((one) => one.slug === slug)
  const { id: workspace_id } =
    known ?? (await ann.call('createWorkspace', { body: { name: slug.replace('-', ' '), slug } }))
  const body = { name: `Full ${items}`, identifier: `F${items}` }
  const { id: project_id } = await ann.call('createProject', { params: { slug }, body })
  const params = { slug, project_id }
  const states = Object.values(await ann.call('listStates', { params })).flat()
  const state_id = states.find(({ group }) => group === 'completed')?.id
  const first = await ann.call('createWorkItem', { params, body: { name: 'One of many', state_id } })
  // The ids grow with the position in the table, so that a purge in batches reaches the last item last with every query
  // plan.
  const rows = await sql<{ id: string }>(
    `insert into work_items select (jsonb_populate_record(i, jsonb_build_object(
       'id', lpad(to_hex(at), 8, '0') || substr(i.id::text, 9), 'sequence_id', at))).*
     from work_items i, generate_series(2, $2::int) at where i.id = $1 order by at returning id`,
    [first.id, items],
  )
  await sql("update work_items set updated_at = now() - interval '1 year' where project_id = $1", [
    project_id,
  ])
  return { workspace_id, slug, project_id, last: rows.at(-1)?.id ?? '' }
}

const itemsOf = async ({ project_id }: Filled, also = 'true') =>
  Number(
    (await sql(`select count(*) from work_items where project_id = $1 and ${also}`, [project_id]))[0]?.[
      'count'
    ],
  )

/** Locks rows, so that other transactions wait for them until the database is killed. */
async function hold(statements: [statement: string, id: string][]) {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  for (const [statement, id] of statements) await client.query(statement, [id])
}

/**
 * Returns the number of transactions that wait for a lock. It uses a separate connection, because within a
 * transaction PostgreSQL returns the same content of `pg_stat_activity` for every query.
 */
async function waiters(): Promise<number> {
  const waiting = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await sql<{ count: number }>(waiting))[0]?.count ?? 0
}

/** Returns the item with the highest id, which the last transaction of the operation processes. */
async function lastOf({ project_id }: Filled): Promise<string> {
  const [row] = await sql<{ id: string }>(
    'select id from work_items where project_id = $1 order by id desc limit 1',
    [project_id],
  )
  return row?.id ?? ''
}

/**
 * Makes the archiving of this item wait for the advisory lock `archive`. A row lock would not work, because
 * the job skips locked rows.
 */
async function archivesWaitAt(id: string): Promise<void> {
  await sql(`create function wait_to_archive() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(hashtext('archive')); return new; end $$`)
  await sql(`create trigger wait_to_archive before update of archived_at on work_items
    for each row when (new.id = '${id}') execute function wait_to_archive()`)
}

/**
 * Returns all rows that contain this id, except rows of the audit log and the change feed, which the server
 * does not delete together with the entity.
 */
async function traces(id: string): Promise<unknown[]> {
  const columns = await sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name not in ('audit_records', 'changes') and data_type = 'uuid'`,
  )
  const parts = columns.map(
    ({ table, column }) => `select '${table}.${column}' as place from ${table} where ${column} = $1`,
  )
  return sql(parts.join(' union all '), [id])
}

test('purges, automations, a deletion and somebody who goes are killed amid, and nothing stays half done', async () => {
  const [workspace, project, automatic] = [
    await filled('gone', 700),
    await filled('acme', 700),
    await filled('automatic', 900),
  ]
  const away = await filled('away', 2)
  const zoe = await createSignedInUser(server, 'zoe@example.com')
  await addMember(server, automatic.workspace_id, zoe.id, role.member)
  await sql('update projects set archive_in = 1 where id = $1', [automatic.project_id])
  const over = (days: number) => `deleted_at = now() - interval '${days + 1} days'`
  await sql(`update workspaces set ${over(deletedWorkspaceRetentionDays)} where id = $1`, [
    workspace.workspace_id,
  ])
  await sql(`update projects set ${over(deletedProjectRetentionDays)} where id = $1`, [project.project_id])

  await archivesWaitAt(await lastOf(automatic))
  await hold([
    ['select pg_advisory_lock(hashtext($1))', 'archive'],
    ['select 1 from work_items where id = $1 for update', workspace.last],
    ['select 1 from work_items where id = $1 for update', project.last],
    ['select 1 from sessions where user_id = $1 for update', zoe.id],
    ['select 1 from workspace_versions where workspace_id = $1 for update', away.workspace_id],
  ])
  const cut = [
    zoe.call('deactivateMe', {}).catch(() => 'cut'),
    ann.call('deleteWorkspace', { params: { slug: 'away' } }).catch(() => 'cut'),
  ]
  await begin()
  // Another process has enqueued the job, and the server finds the job at its next poll.
  await pollUntilTrue(
    async () => (await itemsOf(automatic, 'archived_at is not null')) > 0,
    'some are archived',
  )
  await pollUntilTrue(async () => (await waiters()) === 5, 'all of it is under way')
  for (const some of [workspace, project]) {
    expect(await itemsOf(some)).toBeGreaterThan(0)
    expect(await itemsOf(some)).toBeLessThan(700)
  }
  const archived = await itemsOf(automatic, 'archived_at is not null')
  expect(archived).toBeGreaterThan(0)
  expect(archived).toBeLessThan(900)
  await server.killEverything()
  expect(await Promise.all(cut)).toEqual(['cut', 'cut'])

  server = await startServerProcess(dataDir)
  ann = { ...(await createSignedInUser(server, 'admin@example.com')) }
  await sql('update workspace_members set role = 20, member_id = $1 where member_id <> $2', [ann.id, zoe.id])
  // The killed transaction has changed nothing and has not sent an email.
  expect(await sql('select is_active from users where id = $1', [zoe.id])).toEqual([{ is_active: true }])
  expect(await sql('select is_active from workspace_members where member_id = $1', [zoe.id])).toEqual([
    { is_active: true },
  ])
  expect(await sql('select 1 from sessions where user_id = $1', [zoe.id])).toHaveLength(1)
  expect(await sql('select deleted_at from workspaces where slug = $1', ['away'])).toEqual([
    { deleted_at: null },
  ])
  expect(await sql(`select 1 from pgboss.job where data::text like '%was deleted%'`)).toEqual([])
  // Nobody can restore a workspace that is partly deleted.
  const params = { id: workspace.workspace_id, slug: 'acme' }
  expect(await ann.refused('restoreWorkspace', { params })).toMatchObject({ status: 404 })
  const restoring = { params: { ...params, id: project.project_id } }
  expect(await ann.refused('restoreDeletedProject', restoring)).toMatchObject({ status: 404 })

  await begin()
  await pollUntilTrue(
    async () => (await traces(workspace.workspace_id)).length === 0,
    'the workspace is gone',
  )
  await pollUntilTrue(async () => (await traces(project.project_id)).length === 0, 'the project is gone')
  await pollUntilTrue(
    async () => (await itemsOf(automatic, 'archived_at is not null')) === 900,
    'all items are archived',
  )
  // The feed contains the archiving of each item exactly once.
  const told = await sql<{ count: string; items: string }>(
    `select count(*), count(distinct entity_id) as items from changes where workspace_id = $1
     and entity = 'work_items' and op = 'update' and fields ? 'archived_at'`,
    [automatic.workspace_id],
  )
  expect(told).toEqual([{ count: '900', items: '900' }])
}, 120_000)
