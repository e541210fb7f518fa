import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Presence } from '#common/platform/changes.ts'
import type { PresenceChanges } from '#common/platform/live.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive, type LiveClient } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let place: string
const open: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
  await cast.ann.call('addProjectMembers', {
    params: { slug: cast.slug, project_id: project.id },
    body: { members: [{ member_id: cast.max.id, role: role.member }] },
  })
  place = `project:${project.id}`
})

afterAll(async () => {
  for (const client of open) client.close()
  await server.close()
})

interface Watcher extends LiveClient {
  lists: Presence[][]
  differences: PresenceChanges[]
}

async function watcher(who: ApiClient): Promise<Watcher> {
  const client = await connectLive(server, who)
  open.push(client)
  const [lists, differences]: [Presence[][], PresenceChanges[]] = [[], []]
  client.socket.on('presence', (_: string, people: Presence[]) => lists.push(people))
  client.socket.on('presence_changes', (_: string, changes: PresenceChanges) => differences.push(changes))
  await client.subscribe(cast.slug)
  return { ...client, lists, differences }
}

test('sends newcomers everybody and others the differences', async () => {
  const [ann, max] = [await watcher(cast.ann), await watcher(cast.max)]
  ann.socket.emit('presence', { place })
  await ann.sees(place, (here) => here.length === 1)
  max.socket.emit('presence', { place })
  await max.sees(place, (here) => here.length === 2)
  await ann.sees(place, (here) => here.length === 2)
  expect(ann.lists).toHaveLength(1)
  expect(ann.differences).toEqual([
    { changed: [{ user_id: cast.max.id, client_id: max.socket.id, place }], left: [], count: 2 },
  ])
  const item_id = cast.ann.id
  max.socket.emit('presence', { place, item_id, doing: 'dragging' })
  await ann.sees(place, (here) => here.some((one) => one.doing === 'dragging' && one.item_id === item_id))
  max.socket.emit('presence', { place, gone: true })
  await ann.sees(place, (here) => here.length === 1)
  expect(ann.differences.at(-1)).toEqual({ changed: [], left: [max.socket.id], count: 1 })
  expect(max.lists).toHaveLength(1)
  ann.socket.emit('presence', { place, gone: true })
})

test('security 59: hides the viewed item from guests who cannot see it', async () => {
  const project_id = place.replace('project:', '')
  const members = [{ member_id: cast.gus.id, role: role.guest }]
  await cast.ann.call('addProjectMembers', { params: { slug: cast.slug, project_id }, body: { members } })
  const [ann, gus] = [await watcher(cast.ann), await watcher(cast.gus)]
  const max = await watcher(cast.max)
  for (const { socket } of [ann, gus, max]) socket.emit('presence', { place })
  await gus.sees(place, (here) => here.length === 3)
  const item_id = cast.ann.id
  max.socket.emit('presence', { place, item_id, doing: 'dragging' })
  await ann.sees(place, (here) => here.some((one) => one.item_id === item_id))
  max.socket.emit('presence', { place, gone: true })
  await gus.sees(place, (here) => here.length === 2)
  const told = [...gus.lists.flat(), ...gus.differences.flatMap(({ changed }) => changed)]
  expect(told.some(({ user_id }) => user_id === cast.max.id)).toBe(true)
  for (const state of told) expect(Object.keys(state).toSorted()).toEqual(['client_id', 'place', 'user_id'])
  // Knowing the name of an item gives no access to its presence, neither from another workspace nor to users
  // who cannot see the item.
  const item = await cast.ann.call('createWorkItem', {
    params: { slug: cast.slug, project_id },
    body: { name: 'Hidden' },
  })
  const eve = await connectLive(server, cast.eve)
  open.push(eve)
  const heard: string[] = []
  for (const { socket } of [eve, gus]) socket.on('presence', (name: string) => heard.push(name))
  for (const { socket } of [eve, gus, ann]) socket.emit('presence', { place: `work_item:${item.id}` })
  eve.socket.emit('presence', { place })
  await ann.sees(`work_item:${item.id}`, (here) => here.length === 1)
  gus.socket.emit('presence', { place, gone: true })
  await ann.sees(place, (here) => here.length === 1)
  expect(heard).toEqual([])
  ann.close()
})

test('names some people of a crowd and counts all', async () => {
  const first = await watcher(cast.ann)
  first.socket.emit('presence', { place })
  await first.sees(place, (here) => here.length === 1)
  const crowd = await Promise.all(Array.from({ length: 70 }, () => watcher(cast.max)))
  for (const { socket } of crowd) socket.emit('presence', { place })
  await expect.poll(() => first.differences.at(-1)?.count).toBe(71)
  expect(await first.sees(place, () => true)).toHaveLength(50)
  // The 49 people arrived in few batches, and no batch names a person twice.
  expect(first.differences.flatMap(({ changed }) => changed)).toHaveLength(49)
  const last = crowd.at(-1)
  last?.socket.emit('presence', { place, item_id: cast.ann.id, doing: 'editing' })
  await first.sees(place, (here) => here.some((one) => one.client_id === last?.socket.id))
  for (const { close } of crowd) close()
  await first.sees(place, (here) => here.length === 1)
  expect(first.differences.at(-1)?.count).toBe(1)
})
