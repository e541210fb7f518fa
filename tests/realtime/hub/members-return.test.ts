import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { connectLive } from '../../support/live-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

test('a member who returns to a project receives all rows', async () => {
  const { ann, max, gus, slug } = atlas.cast
  const members = await ann.call('listProjectMembers', { params: atlas.params })
  const left = members.find((row) => row.member_id === gus.id)
  const params = { ...atlas.params, member_id: left?.id ?? '' }
  await ann.call('removeProjectMember', { params })
  const client = await connectLive(atlas.server, max)
  await client.subscribe(slug)
  await ann.call('addProjectMembers', {
    params: atlas.params,
    body: { members: [{ member_id: gus.id, role: role.guest }] },
  })
  const back = await client.hears((change) => change.id === left?.id)
  const [now] = (await max.call('listProjectMembers', { params: atlas.params })).filter(
    (row) => row.id === left?.id,
  )
  const { member, project, ...row } = now ?? {}
  expect(back.fields).toEqual(row)
  client.close()
})

test('a member who returns to the workspace receives all rows', async () => {
  const { ann, gus, max, slug } = atlas.cast
  const members = await ann.call('listWorkspaceMembers', { params: { slug } })
  const left = members.find((row) => row.member_id === gus.id)
  await ann.call('removeWorkspaceMember', { params: { slug, member_id: left?.id ?? '' } })
  const client = await connectLive(atlas.server, max)
  await client.subscribe(slug)
  await ann.call('createInvitations', {
    params: { slug },
    body: { emails: [{ email: gus.email, role: role.member }] },
  })
  const [mine] = await gus.call('listMyInvitations', {})
  await gus.call('acceptMyInvitations', { body: { invitations: [mine?.id] } })
  const back = await client.hears((change) => change.id === left?.id)
  expect(back.fields).toMatchObject({ id: left?.id, member_id: gus.id, role: role.member, is_active: true })
  const { member, ...row } = { ...left }
  expect(Object.keys(back.fields).sort()).toEqual(Object.keys(row).sort())
  client.close()
})

test('reordering the sidebar changes nobody’s access', async () => {
  const { ann, max, slug } = atlas.cast
  const client = await connectLive(atlas.server, max)
  await client.subscribe(slug)
  const left = await atlas.changes(() =>
    max.call('updateUserProperties', { params: atlas.params, body: { sort_order: 4000 } }),
  )
  const moved = left.find((change) => change.entity === 'project_members')
  await client.hears((change) => change.id === moved?.id)
  expect(moved?.fields).toEqual({ sort_order: 4000, member_id: max.id })
  await ann.call('updateProject', { params: atlas.params, body: { description: 'Later' } })
  await client.hears((change) => change.entity === 'projects')
  expect(client.accessChanges).toEqual([])
  client.close()
})
