import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { QueryResultRow } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { WorkspaceEntity } from '#api/organization/workspaces/entity.ts'
import { type Bus, createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { getLatestChangeVersion } from '#api/platform/feed/latest-change-version.ts'
import { type FeedChange, type FeedReader, startFeedReader } from '#api/platform/feed/reader.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { runSql } from '../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../support/cast.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { createRandom } from '../support/history/random.ts'
import { type InterruptibleDatabaseProxy, startInterruptibleProxy } from '../support/interruptible-proxy.ts'
import {
  createProcessedChangesTable,
  loadProcessedVersions,
  recordProcessedChanges,
  rejectJobEnqueue,
} from '../support/reader-notes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/**
 * The seed of the random choices. To repeat a failed run, set the seed that it has printed: `READER_SEED=123
 * npx vitest run tests/failures/feed-readers.test.ts`.
 */
const seed = Number(process.env.READER_SEED ?? Math.floor(Math.random() * 1e6))
const timing = { poll: 20, firstRetry: 20, longestRetry: 100 }
const log = pino({ level: 'silent' })

let server: TestServer
let cast: WorkspaceWithUsers
let orm: Orm
let gate: InterruptibleDatabaseProxy
let acme: string
let evil: string
const bus = createBus(null)
const deaf: Bus = {
  publish: () => {},
  subscribe: () => () => {},
  state: async () => null,
  close: async () => {},
}
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  orm = await createOrm(server.databaseUrl, bus)
  gate = await startInterruptibleProxy(server.databaseUrl)
  acme = cast.workspace_id
  const [other] = await sql<{ id: string }>('select id from workspaces where slug = $1', [cast.eves])
  evil = other?.id ?? ''
  await createProcessedChangesTable(server.databaseUrl)
})
beforeEach(() => sql('truncate reader_notes'))
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await sql('delete from feed_readers')
})
afterAll(async () => {
  await gate.close()
  await orm.close(true)
  await server.close()
})

function sql<Row extends QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return runSql<Row>(server.databaseUrl, statement, values)
}

function start(reader: Partial<FeedReader>, on = { em: orm.em, bus }): () => Promise<void> {
  const stop = startFeedReader(
    { name: 'notes', begins: 'oldest', handle: recordProcessedChanges, ...reader },
    { ...on, log, enqueue: rejectJobEnqueue },
    timing,
  )
  stops.push(stop)
  return stop
}

/** Writes one more change in each of these workspaces. */
async function write(...ids: string[]): Promise<void> {
  await runInChangeBatch(orm.em, { actor_id: cast.ann.id, mutation_id: null }, async (em) => {
    for (const id of ids) {
      const row = await em.findOneOrFail(WorkspaceEntity, { id })
      row.name = `${row.name.slice(0, 20)}!`
      await em.flush()
      row.name = `${Math.random()}`
    }
  })
}

const lastVersion = (workspaceId: string) => getLatestChangeVersion(orm.em.fork(), workspaceId)

async function cursorOf(reader: string, workspaceId: string): Promise<number> {
  const [row] = await sql<{ version: string }>(
    'select version from feed_cursors where reader = $1 and workspace_id = $2',
    [reader, workspaceId],
  )
  return Number(row?.version ?? 0)
}

async function isCaughtUp(reader = 'notes', ids = [acme, evil]): Promise<boolean> {
  const behind = await Promise.all(
    ids.map(async (id) => (await lastVersion(id)) - (await cursorOf(reader, id))),
  )
  return behind.every((versions) => versions === 0)
}

/** Expects that the reader has received every version of the workspace exactly once, in order. */
async function expectEachOnce(workspaceId: string): Promise<void> {
  const last = await lastVersion(workspaceId)
  const noted = await loadProcessedVersions(server.databaseUrl, workspaceId)
  expect({ seed, noted }).toEqual({ seed, noted: Array.from({ length: last }, (_, at) => at + 1) })
}

test('a reader killed at any point neither skips nor repeats', { timeout: 120_000 }, async () => {
  const random = createRandom(seed)
  const children = [await startChild(server.databaseUrl), await startChild(gate.url)]
  let kills = 0
  const disruptions = [
    async () => {
      children[0]?.kill('SIGKILL')
      children[0] = await startChild(server.databaseUrl)
      kills++
    },
    async () => {
      await gate.shut()
      await gate.open()
    },
    async () => gate.breakAtCommit('update "feed_cursors"', 'lost'),
    async () => gate.breakAtCommit('update "feed_cursors"', 'followed'),
  ] as const
  try {
    for (let at = 0; at < 120; at++) {
      await write(...(random.chance(0.3) ? [acme, evil] : [random.pick([acme, evil])]))
      if (random.chance(0.2)) await pause(random.below(15))
      if (random.chance(0.15)) await random.pick(disruptions)()
    }
    if (kills === 0) await disruptions[0]()
    await pollUntilTrue(() => isCaughtUp(), 'everything is read')
  } finally {
    for (const child of children) child?.kill('SIGKILL')
  }
  await expectEachOnce(acme)
  await expectEachOnce(evil)
})

async function startChild(url: string): Promise<ChildProcess> {
  const child = fork(new URL('./feed-reader-child.ts', import.meta.url), [url])
  await once(child, 'message')
  return child
}

test('of two processes one reads a workspace, then the other', async () => {
  const other = await createOrm(server.databaseUrl, deaf)
  let reading = 0
  let most = 0
  const by = new Set<string>()
  const handle = (name: string) => async (em: EntityManager, workspaceId: string, changes: FeedChange[]) => {
    if (workspaceId === acme) most = Math.max(most, ++reading)
    by.add(name)
    await recordProcessedChanges(em, workspaceId, changes)
    if (workspaceId === acme) reading--
  }
  const stopFirst = start({ handle: handle('first') })
  start({ handle: handle('second') }, { em: other.em, bus: deaf })
  for (let at = 0; at < 30; at++) await write(acme)
  await pollUntilTrue(() => isCaughtUp('notes', [acme]), 'it is read')
  await stopFirst()
  by.clear()
  await write(acme, evil)
  await pollUntilTrue(() => isCaughtUp(), 'the other reads on')
  expect({ most, by: [...by] }).toEqual({ most: 1, by: ['second'] })
  await expectEachOnce(acme)
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await other.close(true)
})

test('a reader that fails is tried again and holds up nobody', async () => {
  let isBroken = true
  let tries = 0
  start({
    async handle(em, workspaceId, changes) {
      await recordProcessedChanges(em, workspaceId, changes)
      if (workspaceId !== acme || !isBroken) return
      tries++
      throw new Error('not yet')
    },
  })
  await write(acme, evil)
  await pollUntilTrue(() => isCaughtUp('notes', [evil]), 'the other workspace is read')
  await pollUntilTrue(() => tries >= 3, 'it is tried again')
  expect(await loadProcessedVersions(server.databaseUrl, acme)).toEqual([])
  isBroken = false
  await pollUntilTrue(() => isCaughtUp(), 'it is read')
  await expectEachOnce(acme)
})

test('a new reader says whether it begins with the oldest change', async () => {
  await write(acme)
  const before = await lastVersion(acme)
  const seen: Record<string, FeedChange[]> = { all: [], later: [] }
  const handle = (name: string) => async (_: EntityManager, workspaceId: string, changes: FeedChange[]) => {
    if (workspaceId === acme) seen[name]?.push(...changes)
  }
  start({ name: 'all', begins: 'oldest', handle: handle('all') })
  start({ name: 'later', begins: 'now', handle: handle('later') })
  await pollUntilTrue(async () => (await sql('select 1 from feed_readers')).length === 2, 'both have begun')
  await write(acme)
  const made = await cast.eve.call('createWorkspace', { body: { name: 'Late', slug: `late-${seed}` } })
  for (const name of ['all', 'later'])
    await pollUntilTrue(() => isCaughtUp(name, [acme, made.id]), `${name} is there`)
  expect(seen['all']?.map(({ version }) => version)).toEqual(
    Array.from({ length: before + 1 }, (_, at) => at + 1),
  )
  expect(seen['later']).toMatchObject([
    { version: before + 1, op: 'update', old_fields: { name: expect.any(String) } },
  ])
  expect(await cursorOf('later', made.id)).toBe(await lastVersion(made.id))
})

test('how far a reader is behind stands in the metrics', async () => {
  let isBroken = true
  start({
    async handle() {
      if (isBroken) throw new Error('not yet')
    },
  })
  await write(acme)
  await sql(
    "update changes set created_at = now() - interval '1 hour' where workspace_id = $1 and version = 1",
    [acme],
  )
  const unread = (await Promise.all([acme, evil].map(lastVersion))).reduce((a, b) => a + b)
  await pollUntilTrue(async () => (await figure('versions')) >= unread, 'it is behind')
  expect(await figure('seconds')).toBeGreaterThan(3500)
  isBroken = false
  await pollUntilTrue(async () => (await figure('versions')) === 0, 'it is not behind any more')
  expect(await figure('seconds')).toBe(0)
})

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^feed_reader_behind_${name}\\{reader="notes"\\} (\\S+)$`, 'm').exec(text)?.[1])
}

test('what a reader has not dealt with is not purged', async () => {
  let isBroken = true
  const versions: number[] = []
  start({
    async handle(_, workspaceId, changes) {
      if (workspaceId !== evil) return
      if (isBroken) throw new Error('not yet')
      versions.push(...changes.map(({ version }) => version))
    },
  })
  await write(acme, evil)
  await write(evil)
  await pollUntilTrue(() => isCaughtUp('notes', [acme]), 'one workspace is read')
  const last = await lastVersion(evil)
  await sql("update changes set created_at = now() - interval '20 days'")
  await sql(
    "update changes set created_at = now() - interval '61 days' where workspace_id = $1 and version < $2",
    [evil, last - 1],
  )
  await deleteExpiredRows(orm)
  expect(await keptVersions(acme)).toEqual([])
  expect(await keptVersions(evil)).toEqual([last - 1, last])
  isBroken = false
  await pollUntilTrue(() => isCaughtUp('notes', [evil]), 'the other is read')
  expect(versions).toEqual([last - 1, last])
  await deleteExpiredRows(orm)
  expect(await keptVersions(evil)).toEqual([])
})

test('where everything unread is purged a reader goes on behind it', async () => {
  await write(acme)
  await sql('delete from changes where workspace_id = $1', [acme])
  const versions: number[] = []
  start({
    async handle(_, workspaceId, changes) {
      if (workspaceId === acme) versions.push(...changes.map(({ version }) => version))
    },
  })
  await pollUntilTrue(() => isCaughtUp('notes', [acme, evil]), 'it is not behind for ever')
  expect(await figure('versions')).toBe(0)
  await write(acme)
  await pollUntilTrue(() => isCaughtUp('notes', [acme]), 'what comes then is read')
  expect(versions).toEqual([await lastVersion(acme)])
})

async function keptVersions(workspaceId: string): Promise<number[]> {
  const rows = await sql<{ version: string }>(
    'select version from changes where workspace_id = $1 order by version',
    [workspaceId],
  )
  return rows.map((row) => Number(row.version))
}
