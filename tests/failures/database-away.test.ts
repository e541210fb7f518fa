import { DriverException } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '#api/platform/db/database-unavailable.ts'
import { csrfField } from '#api/platform/http/csrf.ts'
import { runSql } from '../support/api-client.ts'
import { BrowserClient } from '../support/browser-client.ts'
import { pollUntilTrue } from '../support/document-clients.ts'
import { type InterruptibleDatabaseProxy, startInterruptibleProxy } from '../support/interruptible-proxy.ts'
import { connectLive } from '../support/live-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../support/project-test-server.ts'

// `atlas` contains a test server with a workspace, a project and users. The server reaches its database
// through the proxy `gate`, which the tests can close. The tests themselves query the database directly.
let atlas: ProjectTestServer
let gate: InterruptibleDatabaseProxy

beforeAll(async () => {
  atlas = await startProjectTestServer({}, async (databaseUrl) => {
    gate = await startInterruptibleProxy(databaseUrl)
    return gate.url
  })
})

afterAll(async () => {
  await gate.open()
  await atlas.close()
  await gate.close()
})

test('eight interruptions under load lose neither a connection nor an answered write', async () => {
  const accepted: string[] = []
  const failed: string[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const item = await atlas.make('Written meanwhile').catch(({ message }: Error) => message)
      if (typeof item !== 'string') accepted.push(item.id)
      else if (!item.includes('was refused with 503')) failed.push(item)
    }
  }
  const read = async () => {
    while (!isOver) await get(issues())
  }
  const load = [...Array.from({ length: 6 }, write), ...Array.from({ length: 6 }, read)]
  try {
    for (let round = 0; round < 8; round++) {
      const before = accepted.length
      await pollUntilTrue(() => accepted.length > before + 5, 'writes are answered')
      if (round % 2 === 0) await endAllBackends()
      else {
        await gate.shut()
        await pollUntilTrue(async () => (await get('/readyz')).status === 503, 'the server knows')
        await gate.open()
      }
    }
  } finally {
    isOver = true
    await Promise.all(load)
  }
  // Sends more concurrent requests than the pool has connections.
  const answers = await Promise.all(Array.from({ length: 60 }, () => atlas.make('Afterwards')))
  expect(failed).toEqual([])
  expect(await missing([...accepted, ...answers.map(({ id }) => id)])).toEqual([])
  expect((await get('/readyz')).status).toBe(200)
}, 120_000)

test('a broken connection is known by whoever says it, the driver or MikroORM', () => {
  const broken = new Error('Client has encountered a connection error and is not queryable')
  expect(isDatabaseUnavailable(broken)).toBe(true)
  expect(isDatabaseUnavailable(new DriverException(broken))).toBe(true)
  expect(isDatabaseUnavailable(new DriverException(new Error('another')))).toBe(false)
})

test('while it is away calls are unavailable, and say when to come back', async () => {
  const browser = new BrowserClient(atlas.server)
  const fields = {
    email: 'ann@example.com',
    password: 'some password',
    [csrfField]: await browser.csrfToken(),
  }
  const body = new URLSearchParams(fields)
  await gate.shut()
  const paths = ['/api/users/me/', `/api/workspaces/${atlas.params.slug}/projects/`, '/readyz']
  for (const path of paths) await expectUnavailable(await get(path))
  const create = { method: 'POST', body: JSON.stringify({ name: 'Not now' }) }
  await expectUnavailable(await send(issues(), create))
  // The sign-in forms have a separate entry point, which must also report that the database is missing.
  const form = await browser.send('signIn', { body, headers: { accept: 'text/html' } })
  expect(form.status).toBe(503)
  expect(form.headers.get('retry-after')).not.toBeNull()
  expect(form.text).toContain('try again')
  expect((await get('/healthz')).status).toBe(200)
  await gate.open()
  expect((await get('/readyz')).status).toBe(200)
})

test('a database that says nothing makes the server unready at once, and no call waits for it long', async () => {
  await atlas.make('Before')
  gate.hang()
  await expectUnavailable(await get('/readyz'))
  // The first calls wait for the database and use all connections. The calls behind them get an error, because no
  // connection becomes free in time.
  const behind = await Promise.race(Array.from({ length: 30 }, () => get('/api/users/me/')))
  await expectUnavailable(behind)
  await gate.shut()
  await gate.open()
  await pollUntilTrue(async () => (await get('/readyz')).ok, 'the server is ready again')
  await Promise.all(Array.from({ length: 30 }, () => atlas.make('After')))
}, 60_000)

test('a live socket stays and hears on when the database is back', async () => {
  const live = await connectLive(atlas.server, atlas.cast.max)
  await live.subscribe(atlas.params.slug)
  await gate.shut()
  const other = await live.subscribe(atlas.cast.slug, 0)
  expect(other).toMatchObject({ ok: false, code: 'unavailable' })
  await gate.open()
  const { id } = await atlas.make('Heard')
  await live.hears((change) => change.id === id && change.op === 'create')
  live.close()
})

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

function issues(): string {
  return `/api/workspaces/${atlas.params.slug}/projects/${atlas.params.project_id}/issues/`
}

function send(path: string, init: RequestInit): Promise<Response> {
  const headers = {
    cookie: atlas.cast.ann.cookie,
    origin: atlas.server.url,
    'content-type': 'application/json',
  }
  return fetch(atlas.server.url + path, { ...init, headers: { ...headers, ...init.headers } })
}

function get(path: string): Promise<Response> {
  return fetch(atlas.server.url + path, { headers: { cookie: atlas.cast.ann.cookie } })
}

async function endAllBackends(): Promise<void> {
  await runSql(
    atlas.server.databaseUrl,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tandem'",
  )
}

/**
 * Returns the ids of rows that are missing from the table, or whose creation is missing from the change
 * feed.
 */
async function missing(ids: string[]): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    atlas.server.databaseUrl,
    `select id from unnest($1::uuid[]) as wanted (id)
     where not exists (select 1 from work_items w where w.id = wanted.id)
        or not exists (select 1 from changes c where c.entity_id = wanted.id and c.op = 'create')`,
    [ids],
  )
  return rows.map((row) => row.id)
}
