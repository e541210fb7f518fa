import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { advanceClock } from '../../support/advance-clock.ts'
import { fillPath, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import {
  type InterruptibleDatabaseProxy,
  startInterruptibleProxy,
} from '../../support/interruptible-proxy.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let proxy: InterruptibleDatabaseProxy
let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }
let id: string

beforeAll(async () => {
  server = await startTestServer({}, async (databaseUrl) => {
    proxy = await startInterruptibleProxy(databaseUrl)
    return proxy.url
  })
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug: 'acme', project_id: project.id }
  ;({ id } = await cast.ann.call('createWorkItem', { params, body: { name: 'Anchor' } }))
})

afterAll(async () => {
  await server.close()
  await proxy.close()
})

/** Returns the smallest number of several calls, because jobs of the server use the database at the same time. */
async function countRoundTrips(call: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    const before = proxy.countRoundTrips()
    await call()
    counts.push(proxy.countRoundTrips() - before)
  }
  return Math.min(...counts)
}

test('a read waits for the session, the access and its own query', async () => {
  // The end of the transaction is sent as well, but no caller waits for it.
  expect(await countRoundTrips(() => cast.ann.call('listStates', { params }))).toBeLessThanOrEqual(4)
})

test('a change of a field needs seven round trips', async () => {
  let count = 0
  const rename = () =>
    cast.ann.call('updateWorkItem', { params: { ...params, id }, body: { name: `Anchor ${count++}` } })
  expect(await countRoundTrips(rename)).toBeLessThanOrEqual(7)
})

test('a new item with a description, a label and an assignee needs few round trips', async () => {
  const label = await cast.ann.call('createLabel', { params, body: { name: 'Urgent' } })
  const body = {
    name: 'Anchor chain',
    description_html: '<p>Measure the <strong>chain</strong>.</p>',
    label_ids: [label.id],
    assignee_ids: [cast.ann.id],
  }
  const create = () => cast.ann.call('createWorkItem', { params, body })
  expect(await countRoundTrips(create)).toBeLessThanOrEqual(17)
})

test('security 60: who is removed while the body arrives changes nothing', async () => {
  await cast.ann.call('addProjectMembers', {
    params,
    body: { members: [{ member_id: cast.max.id, role: 15 }] },
  })
  const started = proxy.countRoundTrips()
  const path = fillPath(calls.createWorkItem.path, params)
  const body = '{"name":"Too late"}'
  const headers = {
    cookie: cast.max.cookie,
    origin: server.url,
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const sent = request(server.url + path, { method: 'POST', headers })
  sent.write(body.slice(0, 8))
  // The server loads the session and the access before it reads the body.
  await expect.poll(() => proxy.countRoundTrips() - started).toBeGreaterThanOrEqual(2)
  await runSql(server.databaseUrl, 'delete from project_members where member_id = $1', [cast.max.id])
  const restoreClock = advanceClock(60_000)
  sent.end(body.slice(8))
  const [response] = await once(sent, 'response')
  restoreClock()
  response.resume()
  // Max can still find the project, which is open to the workspace, but has to join it before he can write.
  expect(response.statusCode).toBe(409)
  const { results } = await cast.ann.call('listWorkItems', { params, query: {} })
  expect(JSON.stringify(results)).not.toContain('Too late')
})

test('a search for work items needs one query of its own', async () => {
  for (const workspace_search of ['false', 'true']) {
    const query = { search: 'anchor', workspace_search }
    const find = () => cast.ann.call('searchWorkItems', { params, query })
    expect((await find()).map((item) => item.id)).toContain(id)
    expect(await countRoundTrips(find)).toBeLessThanOrEqual(4)
  }
})

test('the queries for all kinds of mentions are sent at once', async () => {
  const query = { query: 'a', query_type: 'user_mention,project,teamspace,issue,cycle,module,page' }
  const find = () => cast.ann.call('searchEntities', { params: { slug: params.slug }, query })
  expect(await countRoundTrips(find)).toBeLessThanOrEqual(6)
})

test('a search of all kinds loads the access, the entries and the rows', async () => {
  const { slug } = params
  const query = { search: 'anchor', workspace_search: 'true' }
  const find = () => cast.ann.call('searchWorkspace', { params: { slug }, query })
  // On a busy machine, PostgreSQL answers queries that were sent together in several packets, so the limit is higher
  // than the usual 7.
  expect(await countRoundTrips(find)).toBeLessThanOrEqual(10)
  for (const words of ['anchor', 'zebra']) {
    const find = () =>
      cast.ann.call('findInWorkspace', { params: { slug }, query: { query: words, of_each: '5' } })
    expect(await countRoundTrips(find)).toBeLessThanOrEqual(10)
  }
})
