import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentName } from '#common/documents/content/names.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../support/cast.ts'
import {
  closeClients,
  openDocumentClient,
  pollUntilTrue,
  type TestDocumentClient,
} from '../support/document-clients.ts'
import { connectLive, type LiveClient } from '../support/live-client.ts'
import { type Redis, startRedis } from '../support/redis.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Two servers that share one database and one Redis. Redis stops and restarts while the servers run. */
let redis: Redis
let here: TestServer
let there: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }

beforeAll(async () => {
  redis = await startRedis()
  here = await startTestServer({ REDIS_URL: redis.url })
  there = await startTestServer({ REDIS_URL: redis.url, DATABASE_URL: here.databaseUrl })
  cast = await createWorkspaceWithUsers(here)
  const body = { name: 'Atlas', identifier: 'ATL', network: 0 }
  const { id } = await cast.ann.call('createProject', { params: cast, body })
  params = { slug: cast.slug, project_id: id }
})
afterEach(closeClients)
afterAll(async () => {
  await there.close()
  await here.close()
  await redis.stop()
})

/**
 * Maximum time in milliseconds until the second server sends a change to its clients, with or without Redis.
 */
const heardWithin = 5000

/** Creates an item at one server and waits until the other server sends the change to its clients. */
async function hearsNew(live: LiveClient): Promise<number> {
  const { id } = await cast.ann.call('createWorkItem', { params, body: { name: 'Heard' } })
  const since = performance.now()
  await live.hears((change) => change.id === id && change.op === 'create')
  return performance.now() - since
}

async function seesTyped(
  writer: TestDocumentClient,
  reader: TestDocumentClient,
  text: string,
): Promise<number> {
  writer.type(text)
  const since = performance.now()
  await pollUntilTrue(() => reader.text().includes(text))
  return performance.now() - since
}

test('changes and keystrokes are heard at the other server while Redis goes and comes back', async () => {
  const live = await connectLive(there, cast.ann)
  await live.subscribe(cast.slug)
  const page = await cast.ann.call('createPage', { params, body: { name: 'Plan' } })
  const name = documentName('page', page.id)
  const [writer, reader] = [
    openDocumentClient(here.url, cast.ann, name),
    openDocumentClient(there.url, cast.ann, name),
  ]
  await Promise.all([writer.synced(), reader.synced()])

  // The test first checks that changes are sent through Redis. If they were not, stopping Redis would have no
  // effect.
  const before = redis.passedOn()
  await hearsNew(live)
  await seesTyped(writer, reader, 'with Redis')
  expect(redis.passedOn()).toBeGreaterThan(before + 1)

  await redis.stop()
  const silent = redis.passedOn()
  for (let round = 0; round < 2; round++) {
    expect(await hearsNew(live)).toBeLessThan(heardWithin)
    expect(await seesTyped(writer, reader, `without Redis ${round}`)).toBeLessThan(heardWithin)
  }
  expect(redis.passedOn()).toBe(silent)

  await redis.start()
  // The servers reconnect to Redis automatically and renew their subscriptions.
  await pollUntilTrue(async () => {
    await hearsNew(live)
    return redis.passedOn() > silent
  }, 'changes go through Redis again')
  const made = live.heard.filter(({ op, entity }) => op === 'create' && entity === 'work_items')
  expect(new Set(made.map(({ id }) => id)).size).toBe(made.length)
  live.close()
}, 60_000)

test.each(['stops', 'says nothing'] as const)('calls do not wait for a Redis that %s', async (how) => {
  const call = () => cast.ann.call('listProjects', { params: cast })
  const counted = redis.asked('eval')
  await pollUntilTrue(async () => {
    await call()
    return redis.asked('eval') > counted
  }, 'Redis counts the calls')
  if (how === 'says nothing') redis.hang()
  else await redis.stop()
  for (let at = 0; at < 20; at++) {
    const since = performance.now()
    await call()
    expect(performance.now() - since).toBeLessThan(2000)
  }
  await redis.stop()
  await redis.start()
})
