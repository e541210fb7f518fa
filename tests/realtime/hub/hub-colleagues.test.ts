import { afterAll, beforeAll, expect, test } from 'vitest'
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

afterAll(async () => {
  for (const client of open) client.close()
  await server.close()
})

async function client(who: ApiClient): Promise<LiveClient & { told: WorkspacePresence[][] }> {
  const made = await connectLive(server, who)
  open.push(made)
  const told: WorkspacePresence[][] = []
  made.socket.on(
    'colleagues',
    (of: string, colleagues: WorkspacePresence[]) => of === workspace && told.push(colleagues),
  )
  await made.subscribe(who === cast.eve ? cast.eves : cast.slug)
  return { ...made, told }
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
