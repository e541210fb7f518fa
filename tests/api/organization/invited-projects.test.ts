import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, joinProject, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let count = 0
let project_id: string

const acme = { slug: 'acme' }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})
beforeEach(async () => {
  const body = { name: `Project ${++count}`, identifier: `PR${count}`, network: 0 as const }
  project_id = (await cast.ann.call('createProject', { params: acme, body })).id
})
afterAll(() => server.close())

async function invite(who: ApiClient, email: string, offered: number = role.guest) {
  const { invitations } = await who.call('createInvitations', {
    params: acme,
    body: { emails: [{ email, role: offered }], project_ids: [project_id] },
  })
  return linkOf(invitations[0]?.invite_link ?? '')
}

function linkOf(address: string) {
  const read = (name: string) => new URL(address).searchParams.get(name) ?? ''
  const params = { slug: read('slug'), invitation_id: read('invitation_id') }
  return { params, body: { token: read('token') } }
}

const newPerson = () => createSignedInUser(server, `new${++count}@example.com`)
const membershipsOf = (who: ApiClient) =>
  runSql(
    server.databaseUrl,
    'select project_id, role, is_active, created_by from project_members where member_id = $1',
    [who.id],
  )

test('invited people join the chosen projects with the role of the invitation', async () => {
  const [guest, member] = [await newPerson(), await newPerson()]
  await guest.call('answerInvitation', await invite(cast.ann, guest.email))
  await member.call('answerInvitation', await invite(cast.ann, member.email, role.member))
  const created_by = cast.ann.id
  expect(await membershipsOf(guest)).toEqual([{ project_id, role: role.guest, is_active: true, created_by }])
  expect(await membershipsOf(member)).toEqual([
    { project_id, role: role.member, is_active: true, created_by },
  ])
  expect(await guest.call('getProject', { params: { ...acme, project_id } })).toMatchObject({
    id: project_id,
  })
})

test('everybody who uses an invite link joins its projects, except people who are members already', async () => {
  const { invite_link, project_ids } = await cast.ann.call('createOpenInvitation', {
    params: acme,
    body: { role: role.guest, project_ids: [project_id] },
  })
  expect(project_ids).toEqual([project_id])
  const [one, other] = [await newPerson(), await newPerson()]
  for (const who of [one, other, cast.gus]) await who.call('answerInvitation', linkOf(invite_link))
  for (const who of [one, other]) expect(await membershipsOf(who)).toMatchObject([{ project_id }])
  expect(await membershipsOf(cast.gus)).toEqual([])
})

test('an invite link readmits nobody to a project, and raises no earlier role there', async () => {
  const removed = await newPerson()
  const demoted = await newPerson()
  for (const who of [removed, demoted])
    await who.call('answerInvitation', await invite(cast.ann, who.email, role.member))
  const params = { ...acme, project_id }
  const members = await cast.ann.call('listProjectMembers', { params })
  const memberOf = (who: ApiClient) => members.find(({ member }) => member === who.id)?.id ?? ''
  await cast.ann.call('removeProjectMember', { params: { ...params, member_id: memberOf(removed) } })
  await cast.ann.call('updateProjectMember', {
    params: { ...params, member_id: memberOf(demoted) },
    body: { role: role.guest },
  })
  const { invite_link } = await cast.ann.call('createOpenInvitation', {
    params: acme,
    body: { role: role.member, project_ids: [project_id] },
  })
  for (const who of [removed, demoted]) {
    await who.call('leaveWorkspace', { params: acme })
    await who.call('answerInvitation', linkOf(invite_link))
  }
  expect(await membershipsOf(removed)).toMatchObject([{ is_active: false }])
  expect(await membershipsOf(demoted)).toMatchObject([{ is_active: true, role: role.guest }])

  // An email invitation names the person, so it can readmit them.
  await removed.call('leaveWorkspace', { params: acme })
  await removed.call('answerInvitation', await invite(cast.ann, removed.email, role.member))
  expect(await membershipsOf(removed)).toMatchObject([{ is_active: true, role: role.member }])
})

test('projects are left out if they were deleted or if the inviting user is no longer their admin', async () => {
  const { workspace_id } = cast
  const membership = await joinProject(server, { workspace_id, project_id }, cast.max.id, role.admin)
  const [early, late, last] = [await newPerson(), await newPerson(), await newPerson()]
  const links = await Promise.all([early, late, last].map(({ email }) => invite(cast.max, email)))
  const [first, second, third] = links
  if (!first || !second || !third) throw new Error('An invitation is missing')
  await early.call('answerInvitation', first)
  await runSql(server.databaseUrl, 'update project_members set role = $1 where id = $2', [
    role.member,
    membership,
  ])
  await late.call('answerInvitation', second)
  await runSql(server.databaseUrl, 'update project_members set role = $1 where id = $2', [
    role.admin,
    membership,
  ])
  await cast.ann.call('deleteProject', { params: { ...acme, project_id } })
  await last.call('answerInvitation', third)
  expect(await membershipsOf(early)).toMatchObject([{ project_id }])
  expect(await membershipsOf(late)).toEqual([])
  expect(await membershipsOf(last)).toEqual([])
})

test('an invite link also adds people to the projects of their email invitation', async () => {
  const [proven, unproven] = [await newPerson(), await newPerson()]
  await runSql(server.databaseUrl, 'update users set is_email_verified = (id = $1) where id in ($1, $2)', [
    proven.id,
    unproven.id,
  ])
  for (const { email } of [proven, unproven]) await invite(cast.ann, email)
  const { invite_link } = await cast.ann.call('createOpenInvitation', {
    params: acme,
    body: { role: role.member },
  })
  for (const who of [proven, unproven]) await who.call('answerInvitation', linkOf(invite_link))
  expect(await membershipsOf(proven)).toMatchObject([{ project_id, role: role.guest }])
  expect(await membershipsOf(unproven)).toEqual([])
})

test('the projects stay if another person renews the invitation', async () => {
  const added = await newPerson()
  const { params } = await invite(cast.ann, added.email)
  const where = { ...acme, invitation_id: params.invitation_id }
  await cast.max.call('updateInvitation', { params: where, body: { role: role.member } })
  const { invite_link } = await cast.max.call('createInvitationLink', { params: where })
  await added.call('answerInvitation', linkOf(invite_link))
  expect(await membershipsOf(added)).toMatchObject([{ project_id, created_by: cast.ann.id }])
})

test('inviting again replaces only the projects that the inviting user administers', async () => {
  const { workspace_id } = cast
  const body = { name: 'Own', identifier: `OWN${count}`, network: 0 as const }
  const own = (await cast.ann.call('createProject', { params: acme, body })).id
  await joinProject(server, { workspace_id, project_id: own }, cast.max.id, role.admin)
  const added = await newPerson()
  const again = (who: ApiClient, project_ids?: string[]) =>
    who.call('createInvitations', {
      params: acme,
      body: { emails: [{ email: added.email, role: role.member }], ...(project_ids && { project_ids }) },
    })
  const listed = async (who: ApiClient, ids?: string[]) => (await again(who, ids)).invitations[0]?.project_ids
  expect(await listed(cast.ann, [project_id])).toEqual([project_id])
  expect(await listed(cast.max, [own])).toEqual([own])
  expect(await listed(cast.max, [])).toEqual([])
  expect(await listed(cast.max, [own])).toEqual([own])
  expect(await listed(cast.ann)).toEqual([project_id, own])
  const { invitations } = await again(cast.max)
  await added.call('answerInvitation', linkOf(invitations[0]?.invite_link ?? ''))
  expect(await membershipsOf(added)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ project_id, created_by: cast.ann.id }),
      expect.objectContaining({ project_id: own, created_by: cast.max.id }),
    ]),
  )
})

test('only admins of a project can choose it, also not a project of another workspace', async () => {
  const refused = (who: ApiClient, id: string) =>
    who.refused('createInvitations', {
      params: acme,
      body: { emails: [{ email: 'nobody@example.com', role: role.guest }], project_ids: [id] },
    })
  const elsewhere = await cast.eve.call('createProject', {
    params: { slug: cast.eves },
    body: { name: 'Other', identifier: 'OTH' },
  })
  const problem = { status: 400, fields: { project_ids: expect.anything() } }
  await joinProject(server, { workspace_id: cast.workspace_id, project_id }, cast.max.id, role.member)
  expect(await refused(cast.max, project_id)).toMatchObject(problem)
  expect(await refused(cast.ann, elsewhere.id)).toMatchObject(problem)
  const body = { role: role.guest, project_ids: [elsewhere.id] }
  expect(await cast.ann.refused('createOpenInvitation', { params: acme, body })).toMatchObject(problem)
  const stored = 'select id from workspace_invites where email = $1'
  expect(await runSql(server.databaseUrl, stored, ['nobody@example.com'])).toEqual([])
})

test('members see the projects of invitations only if they can access these projects', async () => {
  const { params } = await invite(cast.ann, 'listed@example.com')
  const where = { params: { ...acme, invitation_id: params.invitation_id } }
  expect(await cast.ann.call('getInvitation', where)).toMatchObject({ project_ids: [project_id] })
  expect(await cast.max.call('getInvitation', where)).toMatchObject({ project_ids: [] })
})
