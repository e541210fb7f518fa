import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})

afterAll(() => server.close())

async function countOf(table: string): Promise<number> {
  const [row] = await runSql<{ count: string }>(server.databaseUrl, `select count(*) from ${table}`)
  return Number(row?.count)
}

async function membershipOf(email: string, slug = 'acme'): Promise<string> {
  const members = await cast.ann.call('listWorkspaceMembers', { params: { slug } })
  return members.find((one) => one.member.email === email)?.id ?? ''
}

describe('a workspace', () => {
  test('its creator is its admin and sees it', async () => {
    const zoe = await createSignedInUser(server, 'zoe@example.com')
    const made = await zoe.call('createWorkspace', {
      body: { name: 'Zoo', slug: 'zoo', organization_size: '2-10' },
    })
    expect(made).toMatchObject({
      name: 'Zoo',
      slug: 'zoo',
      role: role.admin,
      total_members: 1,
      owner: zoe.id,
    })
    expect(await zoe.call('listWorkspaces', {})).toMatchObject([{ id: made.id, role: role.admin }])
    expect(await zoe.call('getWorkspace', { params: { slug: 'zoo' } })).toMatchObject({ id: made.id })
    const [profile] = await runSql(server.databaseUrl, 'select * from profiles where user_id = $1', [zoe.id])
    expect(profile).toMatchObject({ last_workspace_id: made.id, onboarding_step: { workspace_create: true } })
  })

  test('it has the time zone of its creator, which new projects copy', async () => {
    const berta = await createSignedInUser(server, 'berta@example.com')
    await berta.call('updateMe', { body: { user_timezone: 'Europe/Berlin' } })
    await berta.call('createWorkspace', { body: { name: 'Berta', slug: 'berta', organization_size: '2-10' } })
    const params = { slug: 'berta' }
    expect(await berta.call('getWorkspace', { params })).toMatchObject({ timezone: 'Europe/Berlin' })
    const project = { name: 'Bremen', identifier: 'BRE' }
    expect(await berta.call('createProject', { params, body: project })).toMatchObject({
      timezone: 'Europe/Berlin',
    })
  })

  test('its making is the first of its changes', async () => {
    const changes = await runSql(
      server.databaseUrl,
      'select * from changes where workspace_id = $1 order by version',
      [cast.workspace_id],
    )
    expect(changes.map((change) => [Number(change['version']), change['entity'], change['op']])).toEqual([
      [1, 'workspaces', 'create'],
      [2, 'workspace_members', 'create'],
    ])
  })

  test('a slug that is taken is refused', async () => {
    const before = await countOf('workspaces')
    const refused = await cast.eve.refused('createWorkspace', { body: { name: 'Acme too', slug: 'acme' } })
    expect(refused).toMatchObject({
      status: 409,
      error: 'The workspace with the slug already exists',
      fields: { slug: ['The workspace with the slug already exists'] },
    })
    expect(await countOf('workspaces')).toBe(before)
  })

  test.each([
    [{}, { name: ['Both name and slug are required'], slug: ['Both name and slug are required'] }],
    [{ name: 'See www.example.com', slug: 'see' }, { name: ['Name cannot contain a URL'] }],
    [
      { name: 'n'.repeat(81), slug: 'see' },
      { name: ['The maximum length for name is 80 and for slug is 48'] },
    ],
    [
      { name: 'Fine', slug: 'Not Fine' },
      { slug: ['A slug can contain only lowercase letters, digits, - and _.'] },
    ],
    [{ name: 'Fine', slug: 'god-mode' }, { slug: ['Slug is not valid'] }],
  ])('%j is refused with the field', async (body, fields) => {
    expect(await cast.eve.refused('createWorkspace', { body })).toMatchObject({
      status: 400,
      code: 'invalid',
      fields,
    })
  })

  test('security 4: columns that nobody may set are refused or passed over', async () => {
    const body = {
      name: 'Mass',
      slug: 'mass',
      created_by: cast.ann.id,
      deleted_at: new Date(),
    }
    const more = { ...body, owner: cast.ann.id, role: 5 }
    const { fields } = await cast.eve.refused('createWorkspace', { body: more })
    expect(Object.keys(fields ?? {})).toEqual(['owner', 'role'])
    const made = await cast.eve.call('createWorkspace', { body })
    expect(made).toMatchObject({ owner: cast.eve.id, created_by: cast.eve.id, role: role.admin })
    const changed = await cast.eve.call('updateWorkspace', {
      params: { slug: 'mass' },
      body: { ...body, name: 'New' },
    })
    const renamed = { params: { slug: 'mass' }, body: { slug: 'other' } }
    expect(await cast.eve.refused('updateWorkspace', renamed)).toMatchObject({ status: 400 })
    expect(changed).toMatchObject({ name: 'New', slug: 'mass', owner: cast.eve.id })
  })

  test('the slug check says what is free', async () => {
    expect(await cast.eve.call('checkWorkspaceSlug', { query: { slug: 'acme' } })).toEqual({ status: false })
    expect(await cast.eve.call('checkWorkspaceSlug', { query: { slug: 'nobody' } })).toEqual({ status: true })
    expect(await cast.eve.call('checkWorkspaceSlug', { query: { slug: 'sign-up' } })).toEqual({
      status: false,
    })
    expect(await cast.eve.refused('checkWorkspaceSlug', {})).toMatchObject({
      fields: { slug: ['Workspace Slug is required'] },
    })
  })

  test('only an admin changes it, a stranger finds nothing', async () => {
    const sent = { params: { slug: 'acme' }, body: { name: 'Hacked' } }
    expect(await cast.max.refused('updateWorkspace', sent)).toMatchObject({ status: 403 })
    expect(await cast.gus.refused('updateWorkspace', sent)).toMatchObject({ status: 403 })
    expect(await cast.eve.refused('updateWorkspace', sent)).toMatchObject({ status: 404 })
    expect(await cast.ann.call('getWorkspace', { params: { slug: 'acme' } })).toMatchObject({
      name: 'Acme',
      total_members: 3,
    })
  })

  test('a deleted one keeps its slug, as long as it can be restored', async () => {
    const dan = await createSignedInUser(server, 'dan@example.com')
    const first = await dan.call('createWorkspace', { body: { name: 'First', slug: 'again' } })
    await dan.call('deleteWorkspace', { params: { slug: 'again' } })
    expect(await dan.refused('getWorkspace', { params: { slug: 'again' } })).toMatchObject({ status: 404 })
    const again = { body: { name: 'Second', slug: 'again' } }
    expect(await dan.refused('createWorkspace', again)).toMatchObject({ status: 409 })
    expect(await dan.call('listWorkspaces', {})).toEqual([])
    await dan.call('restoreWorkspace', { params: { id: first.id } })
    expect(await dan.call('listWorkspaces', {})).toMatchObject([{ id: first.id }])
  })
})

describe('members of a workspace', () => {
  test('guests are told neither the addresses of others nor how they signed in', async () => {
    const seen = await cast.gus.call('listWorkspaceMembers', { params: { slug: 'acme' } })
    expect(seen).toHaveLength(3)
    expect(seen.some((one) => 'email' in one.member || 'last_login_medium' in one.member)).toBe(false)
    const [first] = await cast.max.call('listWorkspaceMembers', { params: { slug: 'acme' } })
    expect(first?.member).toMatchObject({ email: 'ann@example.com', last_login_medium: 'email' })
  })

  test('only admins change roles, security 5', async () => {
    const params = { slug: 'acme', member_id: await membershipOf('gus@example.com') }
    const own = { slug: 'acme', member_id: await membershipOf('max@example.com') }
    expect(
      await cast.max.refused('updateWorkspaceMember', { params, body: { role: role.admin } }),
    ).toMatchObject({ status: 403 })
    expect(
      await cast.max.refused('updateWorkspaceMember', { params: own, body: { role: role.admin } }),
    ).toMatchObject({ status: 403 })
    expect(
      await cast.eve.refused('updateWorkspaceMember', { params, body: { role: role.admin } }),
    ).toMatchObject({ status: 404 })
    expect(await cast.gus.call('getOwnWorkspaceMembership', { params: { slug: 'acme' } })).toMatchObject({
      role: role.guest,
    })
  })

  test('the own membership carries the drafts and display settings of its user alone', async () => {
    const { ann, max } = cast
    const params = { slug: 'acme' }
    const own = (who = max) => who.call('getOwnWorkspaceMembership', { params })
    const unused = {
      draft_issue_count: 0,
      view_props: {},
      default_props: {},
      issue_props: { subscribed: true, assigned: true, created: true, all_issues: true },
    }
    expect(await own()).toMatchObject({ member: max.id, workspace: cast.workspace_id, ...unused })
    const draft = await max.call('createDraft', { params, body: { name: 'One' } })
    await max.call('createDraft', { params, body: { name: 'Two' } })
    await max.call('setWorkspaceView', {
      params,
      body: { view_props: { display_filters: { order_by: 'priority' } } },
    })
    expect(await own()).toMatchObject({
      ...unused,
      draft_issue_count: 2,
      view_props: { display_filters: { order_by: 'priority' } },
    })
    const theirs = await own(ann)
    expect(theirs).toMatchObject({ member: ann.id, draft_issue_count: 0 })
    expect(theirs.view_props).toEqual({})
    await max.call('deleteDraft', { params: { ...params, id: draft.id } })
    expect((await own()).draft_issue_count).toBe(1)
  })

  test('an admin changes neither their own role nor to nonsense', async () => {
    const params = { slug: 'acme', member_id: await membershipOf('ann@example.com') }
    const refused = await cast.ann.refused('updateWorkspaceMember', { params, body: { role: role.guest } })
    expect(refused).toMatchObject({ status: 400, error: 'You cannot update your own role' })
    const nonsense = { ...params, member_id: await membershipOf('gus@example.com') }
    expect(
      await cast.ann.refused('updateWorkspaceMember', { params: nonsense, body: { role: 99 } }),
    ).toMatchObject({ status: 400 })
  })

  test('a membership of another workspace is not found, security 9', async () => {
    const [eves] = await cast.eve.call('listWorkspaceMembers', { params: { slug: cast.eves } })
    const params = { slug: 'acme', member_id: eves?.id ?? '' }
    expect(await cast.ann.refused('getWorkspaceMember', { params })).toMatchObject({ status: 404 })
    expect(await cast.ann.refused('updateWorkspaceMember', { params, body: { role: 5 } })).toMatchObject({
      status: 404,
    })
    expect(await cast.ann.refused('removeWorkspaceMember', { params })).toMatchObject({ status: 404 })
    expect(await cast.eve.call('getWorkspace', { params: { slug: cast.eves } })).toMatchObject({
      role: role.admin,
    })
  })

  test('a new guest is guest in every project, and rises again', async () => {
    const kim = await createSignedInUser(server, 'kim@example.com')
    await addMember(server, cast.workspace_id, kim.id, role.member)
    const project = await kim.call('createProject', {
      params: { slug: 'acme' },
      body: { name: 'Kims', identifier: 'KIM' },
    })
    const member_id = await membershipOf('kim@example.com')
    const roleInProject = async () => {
      const own = await kim.call('getOwnProjectMembership', {
        params: { slug: 'acme', project_id: project.id },
      })
      return [own.role, own.original_role]
    }
    const change = (wanted: number) =>
      cast.ann.call('updateWorkspaceMember', { params: { slug: 'acme', member_id }, body: { role: wanted } })
    await change(role.guest)
    expect(await roleInProject()).toEqual([role.guest, role.admin])
    await change(role.member)
    expect(await roleInProject()).toEqual([role.admin, role.admin])
  })

  test('whoever alone runs a project is not removed', async () => {
    const member_id = await membershipOf('kim@example.com')
    const refused = await cast.ann.refused('removeWorkspaceMember', { params: { slug: 'acme', member_id } })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    expect(await membershipOf('kim@example.com')).toBe(member_id)
  })

  test('who is removed loses the workspace, projects and invitations', async () => {
    const lou = await createSignedInUser(server, 'lou@example.com')
    await addMember(server, cast.workspace_id, lou.id, role.member)
    await lou.call('createInvitations', {
      params: { slug: 'acme' },
      body: { emails: [{ email: 'back@example.com', role: 15 }] },
    })
    const project = await cast.ann.call('createProject', {
      params: { slug: 'acme' },
      body: { name: 'Anns', identifier: 'ANN' },
    })
    const params = { slug: 'acme', project_id: project.id }
    await cast.ann.call('addProjectMembers', { params, body: { members: [{ member_id: lou.id, role: 15 }] } })
    const member_id = await membershipOf('lou@example.com')
    await cast.ann.call('removeWorkspaceMember', { params: { slug: 'acme', member_id } })
    expect(await lou.refused('getWorkspace', { params: { slug: 'acme' } })).toMatchObject({ status: 404 })
    expect(await cast.ann.call('listProjectMembers', { params })).toHaveLength(1)
    expect(await cast.ann.call('listInvitations', { params: { slug: 'acme' } })).toEqual([])
    const former = await cast.ann.call('listWorkspaceMembers', {
      params: { slug: 'acme' },
      query: { former: 'true' },
    })
    expect(former.find((one) => one.member_id === lou.id)).toMatchObject({
      is_active: false,
      member: { display_name: 'lou' },
    })
  })

  test('nobody removes themselves, and the last admin stays', async () => {
    const member_id = await membershipOf('ann@example.com')
    expect(
      await cast.ann.refused('removeWorkspaceMember', { params: { slug: 'acme', member_id } }),
    ).toMatchObject({
      error: 'You cannot remove yourself from the workspace. Please use leave workspace',
    })
    expect(await cast.ann.refused('leaveWorkspace', { params: { slug: 'acme' } })).toMatchObject({
      status: 400,
    })
    expect(await membershipOf('ann@example.com')).toBe(member_id)
  })

  test('anyone else may leave, and it is heard', async () => {
    const ned = await createSignedInUser(server, 'ned@example.com')
    await addMember(server, cast.workspace_id, ned.id, role.guest)
    await ned.call('leaveWorkspace', { params: { slug: 'acme' } })
    expect(await ned.refused('getWorkspace', { params: { slug: 'acme' } })).toMatchObject({ status: 404 })
    const [change] = await runSql(server.databaseUrl, 'select * from changes where actor_id = $1', [ned.id])
    expect(change).toMatchObject({ entity: 'workspace_members', op: 'update', fields: { is_active: false } })
  })

  test('two admins who demote each other do not both succeed', async () => {
    const [ida, ivo] = await Promise.all([
      createSignedInUser(server, 'ida@example.com'),
      createSignedInUser(server, 'ivo@example.com'),
    ])
    const two = await ida.call('createWorkspace', { body: { name: 'Two', slug: 'two' } })
    await addMember(server, two.id, ivo.id, role.admin)
    const members = await ida.call('listWorkspaceMembers', { params: { slug: 'two' } })
    const idOf = (userId: string) => members.find((one) => one.member_id === userId)?.id ?? ''
    const demote = (who: typeof ida, whom: typeof ida) =>
      who.call('updateWorkspaceMember', {
        params: { slug: 'two', member_id: idOf(whom.id) },
        body: { role: role.guest },
      })
    const outcomes = await Promise.allSettled([demote(ida, ivo), demote(ivo, ida)])
    expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
