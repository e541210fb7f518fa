import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { createAnonymousClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { markOldValuesOfChanges } from '../../support/changes.ts'
import { connectLive, type LiveClient } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let project: { id: string }
const open: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
  await cast.ann.call('addProjectMembers', {
    params: { slug: cast.slug, project_id: project.id },
    body: {
      members: [
        { member_id: cast.max.id, role: role.member },
        { member_id: cast.gus.id, role: role.guest },
      ],
    },
  })
})

afterAll(async () => {
  for (const client of open) client.close()
  await server.close()
})

async function live(who: { cookie: string }): Promise<LiveClient> {
  const client = await connectLive(server, who)
  open.push(client)
  return client
}

const params = () => ({ slug: cast.slug, project_id: project.id })
const create = (name: string, who = cast.ann) =>
  who.call('createWorkItem', { params: params(), body: { name } })

test('sends a change to everyone who can see it', async () => {
  const [max, gus, eve] = [await live(cast.max), await live(cast.gus), await live(cast.eve)]
  await max.subscribe(cast.slug)
  await gus.subscribe(cast.slug)
  await eve.subscribe(cast.eves)
  const item = await create('Heard by Max')
  const change = await max.hears((each) => each.id === item.id)
  expect(change).toMatchObject({ entity: 'work_items', op: 'create', actor_id: cast.ann.id })
  expect(change.fields).toMatchObject({ name: 'Heard by Max', project_id: project.id })
  expect(change.fields).not.toHaveProperty('description_html')
  // Makes another change that all three users receive. When it has arrived, the earlier change is no longer pending.
  await cast.ann.call('updateProject', { params: params(), body: { description: 'Later' } })
  await gus.hears((each) => each.entity === 'projects')
  expect(gus.heard.filter((each) => each.id === item.id)).toEqual([])
  expect(eve.heard).toEqual([])
})

test('never sends previous values of fields', async () => {
  await markOldValuesOfChanges(server, 'what-it-was-before')
  const max = await live(cast.max)
  const frames: string[] = []
  max.socket.io.engine.on('data', (frame) => void frames.push(String(frame)))
  const first = await max.subscribe(cast.slug)
  const item = await create('Once called this')
  const change = (body: object) =>
    cast.ann.call('updateWorkItem', { params: { ...params(), id: item.id }, body })
  await change({ name: 'Now called that' })
  await max.hears((each) => each.fields['name'] === 'Now called that')
  const again = await max.subscribe(cast.slug, first.ok ? first.version : 0)
  expect(again).toMatchObject({ ok: true, changes: [{ op: 'create' }, { op: 'update' }] })
  expect(frames.filter((frame) => frame.includes('Now called that'))).toHaveLength(2)
  expect(frames.filter((frame) => frame.includes('what-it-was-before'))).toEqual([])
})

test('a restricted guest receives only their own items', async () => {
  const item = await create('Made for Gus')
  await runSql(server.databaseUrl, 'update work_items set created_by = $1 where id = $2', [
    cast.gus.id,
    item.id,
  ])
  const gus = await live(cast.gus)
  await gus.subscribe(cast.slug)
  await cast.ann.call('updateWorkItem', { params: { ...params(), id: item.id }, body: { priority: 'high' } })
  const change = await gus.hears((each) => each.id === item.id)
  expect(change.fields).toMatchObject({ priority: 'high' })
})

test('versions arrive in order and without gaps', async () => {
  const max = await live(cast.max)
  const answer = await max.subscribe(cast.slug)
  if (!answer.ok) throw new Error(answer.message)
  const items = await Promise.all(Array.from({ length: 20 }, (_, at) => create(`Item ${at}`)))
  await Promise.all(items.map((item) => max.hears((each) => each.id === item.id)))
  const versions = max.heard.map((change) => change.version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(new Set(versions).size).toBe(versions.length)
  let version = answer.version
  for (const message of max.messages) {
    expect(message.from).toBe(version)
    version = message.to
  }
})

test('a returning client receives missed changes', async () => {
  const before = await live(cast.max)
  const first = await before.subscribe(cast.slug)
  if (!first.ok) throw new Error(first.message)
  before.close()
  const item = await create('Made while Max was away')
  await cast.ann.call('updateWorkItem', { params: { ...params(), id: item.id }, body: { name: 'Renamed' } })
  const after = await live(cast.max)
  const answer = await after.subscribe(cast.slug, first.version)
  if (!answer.ok || 'reload' in answer) throw new Error('expected the missed changes')
  expect(answer.changes.filter((each) => each.id === item.id).map((each) => each.op)).toEqual([
    'create',
    'update',
  ])
  expect(answer.version).toBe(first.version + 2)
})

test('a version from the future leads to a reload', async () => {
  const max = await live(cast.max)
  expect(await max.subscribe(cast.slug, 1_000_000)).toMatchObject({ ok: true, reload: true })
})

test('a deleted item leaves and a restored one returns', async () => {
  const max = await live(cast.max)
  await max.subscribe(cast.slug)
  const item = await create('There and back')
  await cast.ann.call('deleteWorkItem', { params: { ...params(), id: item.id } })
  await max.hears((each) => each.id === item.id && each.op === 'delete')
  await cast.ann.call('restoreWorkItem', { params: { ...params(), id: item.id } })
  await max.hears(
    (each) =>
      each.id === item.id &&
      each.op === 'create' &&
      each.version > 0 &&
      max.heard.filter((one) => one.id === item.id).length === 3,
  )
})

test('a page made private is sent as deleted', async () => {
  const max = await live(cast.max)
  await max.subscribe(cast.slug)
  const page = await cast.ann.call('createPage', { params: params(), body: { name: 'Plan' } })
  await max.hears((each) => each.id === page.id && each.op === 'create')
  await cast.ann.call('setPageAccess', { params: { ...params(), page_id: page.id }, body: { access: 1 } })
  expect((await max.hears((each) => each.id === page.id && each.op === 'delete')).fields).toEqual({})
  await cast.ann.call('setPageAccess', { params: { ...params(), page_id: page.id }, body: { access: 0 } })
  const back = await max.hears((each) => each.id === page.id && each.op === 'update')
  expect(back.fields).toMatchObject({ id: page.id, name: 'Plan' })
})

test('security 60: a removed member receives nothing more', async () => {
  const zoe = await createSignedInUser(server, 'zoe@example.com')
  await runSql(
    server.databaseUrl,
    'insert into workspace_members (id, workspace_id, member_id, role) values (gen_random_uuid(), $1, $2, 20)',
    [cast.workspace_id, zoe.id],
  )
  const client = await live(zoe)
  await client.subscribe(cast.slug)
  await create('While Zoe is in')
  await client.hears((each) => each.fields['name'] === 'While Zoe is in')
  const members = await cast.ann.call('listWorkspaceMembers', { params: { slug: cast.slug } })
  const membership = members.find((row) => row.member_id === zoe.id)
  await cast.ann.call('removeWorkspaceMember', {
    params: { slug: cast.slug, member_id: membership?.id ?? '' },
  })
  const max = await live(cast.max)
  await max.subscribe(cast.slug)
  await create('While Zoe is out')
  await max.hears((each) => each.fields['name'] === 'While Zoe is out')
  expect(client.heard.some((each) => each.fields['name'] === 'While Zoe is out')).toBe(false)
  expect(client.accessChanges).toContain(cast.workspace_id)
  expect(await client.subscribe(cast.slug)).toMatchObject({ ok: false, code: 'not_found' })
})

test('security 58: rejects a socket from another site', async () => {
  await expect(connectLive(server, cast.ann, 'https://evil.example')).rejects.toThrow('websocket error')
})

test('rejects a socket without a session', async () => {
  await expect(connectLive(server, createAnonymousClient(server))).rejects.toThrow('websocket error')
})

test('security 59: cannot subscribe to a foreign workspace by name', async () => {
  const eve = await live(cast.eve)
  expect(await eve.subscribe(cast.slug)).toMatchObject({ ok: false, code: 'not_found' })
  expect(await eve.subscribe('no-such-workspace')).toMatchObject({ ok: false, code: 'not_found' })
})

test('security 59: sends presence only to people with access', async () => {
  const place = `project:${project.id}`
  const [ann, max, eve] = [await live(cast.ann), await live(cast.max), await live(cast.eve)]
  await ann.subscribe(cast.slug)
  await max.subscribe(cast.slug)
  await eve.subscribe(cast.eves)
  eve.socket.emit('presence', { place })
  ann.socket.emit('presence', { place })
  max.socket.emit('presence', { place, item_id: project.id, doing: 'dragging' })
  const people = await ann.sees(place, (here) => here.length === 2)
  expect(people.map((person) => person.user_id).sort()).toEqual([cast.ann.id, cast.max.id].sort())
  expect(people.find((person) => person.user_id === cast.max.id)).toMatchObject({ doing: 'dragging' })
  max.close()
  await ann.sees(place, (here) => here.length === 1)
})

test('security 61: malformed frames do not end the hub', async () => {
  const max = await live(cast.max)
  for (const nonsense of [
    null,
    undefined,
    1,
    'x',
    [],
    {},
    { workspace: 7 },
    { workspace: { toString: 1, valueOf: 1 } },
    { workspace: 'a', since: 'b' },
  ]) {
    max.socket.emit('subscribe', nonsense)
    max.socket.emit('unsubscribe', nonsense)
    max.socket.emit('presence', nonsense)
  }
  expect(await max.subscribe(cast.slug)).toMatchObject({ ok: true })
})

test('signing out closes the sockets of that session', async () => {
  const yan = await createSignedInUser(server, 'yan@example.com')
  const client = await live(yan)
  const cut = new Promise<void>((resolve) => client.socket.once('disconnect', () => resolve()))
  const { csrf_token, cookie } = await csrf(yan.cookie)
  const response = await fetch(`${server.url}/auth/sign-out/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: server.url },
    body: new URLSearchParams({ csrfmiddlewaretoken: csrf_token }),
  })
  expect(response.status).toBe(302)
  await cut
})

async function csrf(session: string): Promise<{ csrf_token: string; cookie: string }> {
  const response = await fetch(`${server.url}/auth/get-csrf-token/`, { headers: { cookie: session } })
  const { csrf_token } = (await response.json()) as { csrf_token: string }
  const own = response.headers.getSetCookie().map((each) => each.split(';')[0])
  return { csrf_token, cookie: [session, ...own].join('; ') }
}
