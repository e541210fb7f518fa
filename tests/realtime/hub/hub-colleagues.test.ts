import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WorkspacePresence } from '#common/platform/live.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive, type LiveClient } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }
let workspace: string
const open: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL', network: 0 },
  })
  params = { slug: cast.slug, project_id: project.id }
  workspace = project.workspace_id
  await cast.ann.call('addProjectMembers', {
    params,
    body: {
      members: [
        { member_id: cast.max.id, role: role.member },
        { member_id: cast.gus.id, role: role.guest },
      ],
    },
  })
})

afterEach(() => {
  for (const client of open.splice(0)) client.close()
})

afterAll(() => server.close())

async function client(
  who: ApiClient,
): Promise<LiveClient & { told: WorkspacePresence[][]; counts: number[] }> {
  const made = await connectLive(server, who)
  open.push(made)
  const [told, counts]: [WorkspacePresence[][], number[]] = [[], []]
  made.socket.on('colleagues', (of: string, colleagues: WorkspacePresence[], count: number) => {
    if (of !== workspace) return
    told.push(colleagues)
    counts.push(count)
  })
  await made.subscribe(who === cast.eve ? cast.eves : cast.slug)
  return { ...made, told, counts }
}

/** The server sends presence at most once per second, so the tests wait longer than the default timeout. */
const patience = { timeout: 10_000 }

/** Returns the last message as pairs of a user id and the name of the viewed object. */
const lastOf = ({ told }: { told: WorkspacePresence[][] }) =>
  told.at(-1)?.map(({ user_id, name }) => [user_id, name])

test('sends watchers only presence targets that they can access', async () => {
  const { ann, max, gus } = cast
  const item = await ann.call('createWorkItem', { params, body: { name: 'Anchor' } })
  const page = await ann.call('createPage', { params, body: { name: 'Plan' } })
  const [anns, maxs, guss] = [await client(ann), await client(max), await client(gus)]
  for (const each of [maxs, guss]) each.socket.emit('colleagues', { workspace })
  anns.socket.emit('presence', { place: `project:${params.project_id}` })
  await expect.poll(() => lastOf(maxs), patience).toEqual([[ann.id, 'Atlas']])
  await expect.poll(() => lastOf(guss), patience).toEqual([[ann.id, 'Atlas']])
  anns.socket.emit('presence', { place: `work_item:${item.id}` })
  await expect.poll(() => lastOf(maxs), patience).toEqual([[ann.id, 'Anchor']])
  expect(maxs.told.at(-1)).toEqual([
    {
      user_id: ann.id,
      place: `work_item:${item.id}`,
      project_id: params.project_id,
      name: 'Anchor',
      key: `ATL-${item.sequence_id}`,
    },
  ])
  anns.socket.emit('presence', { place: `work_item:${item.id}`, gone: true })
  anns.socket.emit('presence', { place: `page:${page.id}` })
  await expect.poll(() => lastOf(maxs), patience).toEqual([[ann.id, 'Plan']])
  // The list of colleagues does not show a guest which items and pages other people view. The guest sees only
  // the project.
  expect(guss.told.flat().every(({ name }) => name === 'Atlas')).toBe(true)
  await ann.call('setPageAccess', { params: { ...params, page_id: page.id }, body: { access: 1 } })
  maxs.socket.emit('presence', { place: `project:${params.project_id}` })
  await expect.poll(() => lastOf(maxs), patience).toEqual([[ann.id, 'Atlas']])
  anns.close()
  await expect.poll(() => lastOf(maxs), patience).toEqual([])
})

test('sends nothing to people who do not follow the workspace', async () => {
  const [eves, anns, maxs] = [await client(cast.eve), await client(cast.ann), await client(cast.max)]
  eves.socket.emit('colleagues', { workspace })
  maxs.socket.emit('colleagues', { workspace })
  anns.socket.emit('presence', { place: `project:${params.project_id}` })
  await expect.poll(() => lastOf(maxs), patience).toEqual([[cast.ann.id, 'Atlas']])
  expect(eves.told).toEqual([])
})

test('lists users of a workspace who view no project, item or page', async () => {
  const { ann, max, gus, eve } = cast
  const everywhere = { place: `workspace:${workspace}` }
  const [maxs, guss, eves] = [await client(max), await client(gus), await client(eve)]
  const heard: string[] = []
  for (const { socket } of [maxs, guss, eves])
    for (const event of ['presence', 'presence_changes']) socket.on(event, () => heard.push(event))
  const anns = await client(ann)
  for (const each of [maxs, guss, eves]) each.socket.emit('colleagues', { workspace })
  for (const each of [anns, maxs, guss, eves]) each.socket.emit('presence', everywhere)
  const elsewhere = (user_id: string) => ({ user_id, ...everywhere, project_id: null, name: '', key: null })
  const byUser = (list: WorkspacePresence[] = []) => list.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))
  // Eve belongs to another workspace, so nobody sees her, and she sees nobody.
  await expect
    .poll(() => byUser(maxs.told.at(-1)), patience)
    .toEqual(byUser([elsewhere(ann.id), elsewhere(gus.id)]))
  await expect
    .poll(() => byUser(guss.told.at(-1)), patience)
    .toEqual(byUser([elsewhere(ann.id), elsewhere(max.id)]))
  anns.socket.emit('presence', { place: `project:${params.project_id}` })
  await expect.poll(() => maxs.told.at(-1)?.[0]?.name, patience).toBe('Atlas')
  expect(maxs.counts.at(-1)).toBe(2)
  anns.socket.emit('presence', { place: `project:${params.project_id}`, gone: true })
  await expect.poll(() => maxs.told.at(-1)?.map(({ name }) => name), patience).toEqual(['', ''])
  // A guest sees no user with whom they share no project.
  const inProject = await ann.call('listProjectMembers', { params })
  const joined = inProject.find(({ member_id }) => member_id === max.id)?.id ?? ''
  await ann.call('removeProjectMember', { params: { ...params, member_id: joined } })
  await expect.poll(() => guss.told.at(-1), patience).toEqual([elsewhere(ann.id)])
  // A removed member is no longer active in the workspace.
  const inWorkspace = await ann.call('listWorkspaceMembers', { params: { slug: cast.slug } })
  const membership = inWorkspace.find(({ member_id }) => member_id === max.id)?.id ?? ''
  await ann.call('removeWorkspaceMember', { params: { slug: cast.slug, member_id: membership } })
  const again = await client(ann)
  again.socket.emit('colleagues', { workspace })
  await expect.poll(() => again.told.at(-1), patience).toEqual([elsewhere(gus.id)])
  expect(eves.told).toEqual([])
  expect(heard).toEqual([])
})
