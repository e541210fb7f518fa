import { once } from 'node:events'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import type { SubscribeResponse } from '#common/platform/changes.ts'
import { liveProtocolVersion } from '#common/platform/live.ts'
import { createConnections } from '#realtime/connections.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive, type LiveClient } from '../../support/live-client.ts'
import { lockTable } from '../../support/lock-table.ts'
import { openAcceptedSocket, openRawSocket, socketPaths } from '../../support/raw-socket.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let project: { id: string }
const open: (LiveClient | WebSocket)[] = []

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
})

afterAll(async () => {
  for (const client of open) client.close()
  await server.close()
})

async function live(who: ApiClient): Promise<LiveClient> {
  const client = await connectLive(server, who)
  open.push(client)
  return client
}

async function raw(who: ApiClient, path = socketPaths.live): Promise<WebSocket> {
  const socket = await openAcceptedSocket(server, path, { cookie: who.cookie, origin: server.url })
  open.push(socket)
  return socket
}

async function newcomer(name: string): Promise<ApiClient> {
  const person = await createSignedInUser(server, `${name}@example.com`)
  await addMember(server, cast.workspace_id, person.id, 20)
  return person
}

describe.each(Object.entries(socketPaths))('the door to %s', (_, path) => {
  test('security 58: rejects a cookie without an origin', async () => {
    expect(await openRawSocket(server, path, { cookie: cast.ann.cookie })).toBe(403)
    expect(
      await openRawSocket(server, path, { cookie: cast.ann.cookie, origin: 'https://evil.example' }),
    ).toBe(403)
  })

  test('security 61: rejects sockets without a session', async () => {
    expect(await openRawSocket(server, path, {})).toBe(401)
    const cookie = `session-id=${'0'.repeat(128)}`
    expect(await openRawSocket(server, path, { cookie, origin: server.url })).toBe(401)
  })

  test('security 63: limits the sockets of one session', async () => {
    const many = await newcomer(`many-${path.length}`)
    const headers = { cookie: many.cookie, origin: server.url }
    const answers = await Promise.all(Array.from({ length: 205 }, () => openRawSocket(server, path, headers)))
    const sockets = answers.filter((answer) => typeof answer !== 'number')
    expect(answers.filter((answer) => answer === 429)).toHaveLength(5)
    expect(sockets).toHaveLength(200)
    const closed = sockets.map((socket) => once(socket, 'close'))
    for (const socket of sockets) socket.terminate()
    await Promise.all(closed)
    expect(await openRawSocket(server, path, { cookie: cast.max.cookie, origin: server.url })).not.toBe(429)
  })

  // All of these tests wait for the next session check, so they run at the same time.
  test.concurrent.each([
    ['that ended without news of it', 'delete from sessions where user_id = $1'],
    ['whose time is over', 'update sessions set expires_at = now() where user_id = $1'],
    ['of a deactivated person', 'update users set is_active = false where id = $1'],
  ])('security 60: a session %s is cut', async (what, statement) => {
    const person = await newcomer(`cut-${path.length}-${what.length}`)
    const [socket, staying] = [await raw(person, path), await raw(cast.ann, path)]
    const closed = once(socket, 'close')
    await runSql(server.databaseUrl, statement, [person.id])
    await closed
    expect(staying.readyState).toBe(staying.OPEN)
  })
})

test('announces the protocol version and rejects others', async () => {
  const options = { path: '/live', transports: ['websocket'], forceNew: true, reconnection: false }
  const extraHeaders = { cookie: cast.ann.cookie, origin: server.url }
  const socket = io(server.url, { ...options, extraHeaders })
  expect(await new Promise((resolve) => socket.once('hello', resolve))).toEqual({
    protocol: liveProtocolVersion,
  })
  socket.close()
  const newer = io(server.url, { ...options, extraHeaders, auth: { protocol: liveProtocolVersion + 1 } })
  const error = await new Promise<Error>((resolve) => newer.once('connect_error', resolve))
  expect(error.message).toBe('unsupported_protocol')
  newer.close()
})

test.each([
  ['acme\0', undefined],
  ['\ud800', undefined],
  ['a'.repeat(256), undefined],
  ['acme', -1],
  ['acme', 1e300],
  ['acme', 0.5],
])('security 64: subscribing with %j and %j is invalid', async (workspace, since) => {
  const max = await live(cast.max)
  expect(await max.subscribe(workspace, since)).toMatchObject({ ok: false, code: 'invalid' })
})

test('runs one subscribe at a time and queues one', async () => {
  const max = await live(cast.max)
  const changes = await lockTable(server.databaseUrl, 'changes')
  const [first, second] = [max.subscribe(cast.slug), max.subscribe(cast.slug)]
  expect(await max.subscribe(cast.slug)).toMatchObject({ ok: false, code: 'rate_limited' })
  await changes.release()
  expect(await first).toMatchObject({ ok: true })
  expect(await second).toMatchObject({ ok: true })
})

test.each(['subscribe', 'presence', 'unsubscribe', 'no-such-event'])(
  'security 63: a storm of %s frames ends its own socket',
  async (event) => {
    const storming = await raw(await newcomer(`storm-${event}`))
    const answers: SubscribeResponse[] = []
    storming.on('message', (data) => {
      const [, , answer] = /^43(\d+)\[(.*)\]$/s.exec(String(data)) ?? []
      if (answer !== undefined) answers.push(JSON.parse(answer))
    })
    const closed = once(storming, 'close')
    const wish = JSON.stringify([event, { workspace: cast.slug, place: `project:${project.id}` }])
    for (let at = 0; at < 20_000; at++) storming.send(`42${at}${wish}`)
    await closed
    expect(answers.length).toBeLessThanOrEqual(200)
    expect(await (await live(cast.ann)).subscribe(cast.slug)).toMatchObject({ ok: true })
  },
)

test('security 63: counts WebSocket pings as frames', async () => {
  const storming = await raw(await newcomer('pinging'))
  const closed = once(storming, 'close')
  for (let at = 0; at < 1000; at++) storming.ping()
  await closed
})

test('security 61: closes a slow reader, which catches up later', async () => {
  const lazy = await newcomer('lazy')
  const [slow, quick, third] = [await raw(lazy), await live(lazy), await live(cast.ann)]
  const before = await quick.subscribe(cast.slug)
  if (!before.ok) throw new Error(before.message)
  slow.send(`420${JSON.stringify(['subscribe', { workspace: cast.slug }])}`)
  await once(slow, 'message')
  const closed = once(slow, 'close')
  slow.pause()
  const rounds = 9
  for (let at = 1; at <= rounds; at++) {
    await runSql(server.databaseUrl, large, [cast.workspace_id, 'x'.repeat(4_000_000)])
    // A subscription makes the server read the change feed immediately.
    await third.subscribe(cast.slug)
    const heard = await quick.hears(({ version }) => version === before.version + at)
    quick.heard.splice(quick.heard.indexOf(heard), 1)
  }
  slow.resume()
  await closed
  const back = await (await live(lazy)).subscribe(cast.slug, before.version + rounds - 1)
  expect(back).toMatchObject({ ok: true, version: before.version + rounds })
  await runSql(server.databaseUrl, 'delete from changes where workspace_id = $1', [cast.workspace_id])
})

/** SQL that writes a large change, which every member of the workspace receives. */
const large = `with counter as (
    update workspace_versions set version = version + 1 where workspace_id = $1 returning version
  )
  insert into changes (workspace_id, version, entity, entity_id, op, fields, audience, left_audience)
  select $1, version, 'workspaces', $1, 'update', jsonb_build_object('name', $2::text), array['workspace:' || $1], '{}' from counter`

test('security 63: document frames count per person over all sessions', async () => {
  const bus = createBus(null)
  const orm = await createOrm(server.databaseUrl, bus)
  const connections = createConnections({ orm, bus, log: pino({ level: 'silent' }) })
  const enter = (user_id: string, session: string) =>
    connections.enter({ user_id, session }, 'documents', () => {})
  try {
    const [first, second, other] = [enter('max', 'a'), enter('max', 'b'), enter('ann', 'c')]
    // The limit applies to the cost of all frames that a user sends. The first session of Max causes as much cost as a
    // flooding client could cause in one hour, so his second session has reached the limit too.
    expect(first?.takeText(3_000_000)).toBe(true)
    expect([first?.takeText(1), second?.takeText(1), other?.takeText(1)]).toEqual([false, false, true])
  } finally {
    connections.close()
    await orm.close(true)
    await bus.close()
  }
})
