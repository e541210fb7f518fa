import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { defaultLabels } from '#common/work/labels/defaults.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})

afterAll(() => server.close())

const acme = { slug: 'acme' }

async function makeProject(who: ApiClient, name: string, more: object = {}) {
  const identifier = name.replace(/\W/g, '').slice(0, 12)
  return who.call('createProject', { params: acme, body: { name, identifier, ...more } })
}

async function addToProject(project_id: string, who: ApiClient, held: number) {
  const body = { members: [{ member_id: who.id, role: held }] }
  const [member] = await cast.ann.call('addProjectMembers', { params: { ...acme, project_id }, body })
  return member?.id ?? ''
}

describe('a project', () => {
  test('is made with its states, labels and admin', async () => {
    const made = await makeProject(cast.max, 'Atlas', {
      logo_props: { in_use: 'emoji', emoji: { value: '128506-65039' } },
    })
    expect(made).toMatchObject({
      name: 'Atlas',
      identifier: 'ATLAS',
      network: 2,
      page_view: true,
      issue_views_view: true,
      cycle_view: false,
      member_role: role.admin,
      members: [cast.max.id],
      next_work_item_sequence: 1,
      workspace: cast.workspace_id,
      logo_props: { in_use: 'emoji', emoji: { value: '128506-65039' } },
    })
    const params = { ...acme, project_id: made.id }
    const states = await cast.max.call('listStates', { params })
    expect(Object.values(states).map((state) => [state.name, state.group, state.default])).toEqual([
      ['Backlog', 'backlog', true],
      ['Todo', 'unstarted', false],
      ['In Progress', 'started', false],
      ['Done', 'completed', false],
      ['Cancelled', 'cancelled', false],
    ])
    const labels = await cast.max.call('listLabels', { params })
    expect(labels.map((label) => label.name)).toEqual(defaultLabels.map((label) => label.name))
    const item = await cast.max.call('createWorkItem', { params, body: { name: 'First' } })
    expect(item.sequence_id).toBe(1)
  })

  test('makes its lead an admin too', async () => {
    const made = await makeProject(cast.ann, 'Led', { project_lead: cast.max.id })
    expect(made.members).toEqual([cast.ann.id, cast.max.id])
    expect(await cast.max.call('getProject', { params: { ...acme, project_id: made.id } })).toMatchObject({
      member_role: role.admin,
    })
  })

  test.each([
    ['name', { name: 'Atlas', identifier: 'OTHER' }, 'PROJECT_NAME_ALREADY_EXIST'],
    ['identifier', { name: 'Other', identifier: ' atlas ' }, 'PROJECT_IDENTIFIER_ALREADY_EXIST'],
    ['name', { name: 'What?', identifier: 'WHAT' }, 'PROJECT_NAME_CANNOT_CONTAIN_SPECIAL_CHARACTERS'],
    [
      'identifier',
      { name: 'What', identifier: 'W-T' },
      'PROJECT_IDENTIFIER_CANNOT_CONTAIN_SPECIAL_CHARACTERS',
    ],
    [
      'identifier',
      { name: 'Long', identifier: 'ABCDEFGHIJKLM' },
      'An identifier can have at most 12 characters.',
    ],
  ])('a wrong %s is refused: %j', async (field, body, message) => {
    const before = await cast.ann.call('listProjects', { params: acme })
    const refused = await cast.ann.refused('createProject', { params: acme, body })
    expect(refused).toMatchObject({ status: 400, fields: { [field]: [message] } })
    expect(await cast.ann.call('listProjects', { params: acme })).toEqual(before)
  })

  test('people and states of another workspace are refused, security 1', async () => {
    const lead = { name: 'Foreign', identifier: 'FOR', project_lead: cast.eve.id }
    expect(await cast.ann.refused('createProject', { params: acme, body: lead })).toMatchObject({
      status: 400,
      fields: { project_lead: ['The lead is not a member of the workspace.'] },
    })
    const own = await makeProject(cast.ann, 'Own')
    const eves = await cast.eve.call('createProject', {
      params: { slug: cast.eves },
      body: { name: 'Eves', identifier: 'EVE' },
    })
    const [state] = Object.values(
      await cast.eve.call('listStates', { params: { slug: cast.eves, project_id: eves.id } }),
    )
    const params = { ...acme, project_id: own.id }
    for (const body of [
      { project_lead: cast.eve.id },
      { default_assignee: cast.eve.id },
      { default_state: state?.id },
    ]) {
      expect(await cast.ann.refused('updateProject', { params, body })).toMatchObject({ status: 400 })
    }
    expect(await cast.ann.call('getProject', { params })).toMatchObject({
      project_lead: null,
      default_assignee: null,
      default_state: null,
    })
  })

  test('a project of another workspace is not found, security 9', async () => {
    const [eves] = await cast.eve.call('listProjects', { params: { slug: cast.eves } })
    const params = { ...acme, project_id: eves?.id ?? '' }
    expect(await cast.ann.refused('getProject', { params })).toMatchObject({
      status: 404,
      error: 'Project does not exist',
    })
    expect(await cast.ann.refused('updateProject', { params, body: { name: 'Mine' } })).toMatchObject({
      status: 404,
    })
    expect(await cast.ann.refused('deleteProject', { params })).toMatchObject({ status: 404 })
    expect(await cast.ann.refused('archiveProject', { params })).toMatchObject({ status: 404 })
    expect(await cast.eve.call('listProjects', { params: { slug: cast.eves } })).toEqual([eves])
  })

  test('security 4: columns that nobody may set are refused or passed over', async () => {
    const own = await makeProject(cast.max, 'Columns')
    const params = { ...acme, project_id: own.id }
    const eves = await cast.eve.call('getWorkspace', { params: { slug: cast.eves } })
    const body = {
      name: 'Still',
      workspace_id: eves.id,
      created_by: cast.eve.id,
      deleted_at: new Date(),
      archived_at: new Date(),
    }
    const { fields } = await cast.max.refused('updateProject', { params, body })
    expect(Object.keys(fields ?? {})).toEqual(['workspace_id', 'archived_at'])
    const { workspace_id, archived_at, ...passedOver } = body
    const changed = await cast.max.call('updateProject', { params, body: passedOver })
    expect(changed).toEqual({ ...own, name: 'Still', updated_at: changed.updated_at })
  })

  test('a guest may not make one', async () => {
    const body = { name: 'Guests', identifier: 'GUEST' }
    expect(await cast.gus.refused('createProject', { params: acme, body })).toMatchObject({ status: 403 })
    expect(await cast.eve.refused('createProject', { params: acme, body })).toMatchObject({ status: 404 })
  })
})

describe('who finds a project', () => {
  test('a secret one: its members and workspace admins', async () => {
    const secret = await makeProject(cast.max, 'Secret', { network: 0 })
    const tom = await createSignedInUser(server, 'tom@example.com')
    await addMember(server, cast.workspace_id, tom.id, role.member)
    const params = { ...acme, project_id: secret.id }
    const finds = async (who: ApiClient) =>
      (await who.call('listProjects', { params: acme })).some((one) => one.id === secret.id)
    expect([await finds(cast.ann), await finds(cast.max), await finds(tom), await finds(cast.gus)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(await cast.ann.call('getProject', { params })).toMatchObject({ member_role: null })
    const absent = await tom.refused('getProject', { params: { ...acme, project_id: crypto.randomUUID() } })
    expect(await tom.refused('getProject', { params })).toEqual(absent)
    expect(
      await tom.refused('joinProjects', { params: acme, body: { project_ids: [secret.id] } }),
    ).toMatchObject({ status: 403 })
    expect(await tom.call('checkProjectIdentifier', { params: acme, query: { name: 'secret' } })).toEqual({
      exists: 1,
      identifiers: [],
    })
  })

  test('a public one: every member, who has to join', async () => {
    const open = await makeProject(cast.ann, 'Open')
    const params = { ...acme, project_id: open.id }
    const finds = async (who: ApiClient) =>
      (await who.call('listProjects', { params: acme })).find((one) => one.id === open.id)
    expect(await finds(cast.max)).toMatchObject({ member_role: null, sort_order: null })
    expect(await finds(cast.gus)).toBeUndefined()
    expect(await cast.max.refused('getProject', { params })).toMatchObject({
      status: 409,
      error: 'You are not a member of this project',
    })
    await cast.max.call('joinProjects', { params: acme, body: { project_ids: [open.id] } })
    expect(await cast.max.call('getProject', { params })).toMatchObject({ member_role: role.member })
    expect(
      await cast.gus.refused('joinProjects', { params: acme, body: { project_ids: [open.id] } }),
    ).toMatchObject({ status: 403 })
  })
})

describe('changing a project', () => {
  test('is for its admins and those of the workspace', async () => {
    const own = await makeProject(cast.ann, 'Roles')
    const params = { ...acme, project_id: own.id }
    await addToProject(own.id, cast.max, role.member)
    await addToProject(own.id, cast.gus, role.guest)
    const changes = async () => runSql(server.databaseUrl, 'select version from changes')
    const before = await changes()
    for (const who of [cast.max, cast.gus]) {
      expect(await who.refused('updateProject', { params, body: { name: 'No' } })).toMatchObject({
        status: 403,
      })
      expect(await who.refused('deleteProject', { params })).toMatchObject({ status: 403 })
    }
    expect(await cast.gus.refused('archiveProject', { params })).toMatchObject({ status: 403 })
    expect(await cast.eve.refused('updateProject', { params, body: { name: 'No' } })).toMatchObject({
      status: 404,
    })
    expect(await changes()).toEqual(before)
    expect(
      await cast.ann.call('updateProject', { params, body: { name: 'Yes', identifier: 'yes' } }),
    ).toMatchObject({ identifier: 'YES' })
  })

  test('an archived one is read-only until it is restored', async () => {
    const own = await makeProject(cast.max, 'Old')
    const params = { ...acme, project_id: own.id }
    const { archived_at } = await cast.max.call('archiveProject', { params })
    expect(await cast.max.call('archiveProject', { params })).toEqual({ archived_at })
    const refused = await cast.max.refused('updateProject', { params, body: { name: 'New' } })
    expect(refused).toMatchObject({ status: 400, error: 'Archived projects cannot be updated' })
    expect(await cast.max.refused('createWorkItem', { params, body: { name: 'No' } })).toMatchObject({
      status: 400,
    })
    expect(await cast.max.refused('createLabel', { params, body: { name: 'No' } })).toMatchObject({
      status: 400,
    })
    await cast.max.call('restoreProject', { params })
    expect(await cast.max.call('updateProject', { params, body: { name: 'New' } })).toMatchObject({
      archived_at: null,
    })
  })

  test('a deleted one is gone, its name is free', async () => {
    const own = await makeProject(cast.max, 'Gone')
    await cast.max.call('deleteProject', { params: { ...acme, project_id: own.id } })
    expect(await cast.ann.refused('getProject', { params: { ...acme, project_id: own.id } })).toMatchObject({
      status: 404,
    })
    expect((await makeProject(cast.max, 'Gone')).id).not.toBe(own.id)
    const states = await cast.ann.call('listWorkspaceStates', { params: acme })
    expect(states.some((state) => state.project_id === own.id)).toBe(false)
  })

  test('each write is one change that names its fields', async () => {
    const own = await makeProject(cast.max, 'Heard')
    await cast.max.call('updateProject', {
      params: { ...acme, project_id: own.id },
      body: { description: 'Now with words' },
    })
    const [change] = await runSql(
      server.databaseUrl,
      'select * from changes where entity_id = $1 order by version desc limit 1',
      [own.id],
    )
    expect(change).toMatchObject({
      entity: 'projects',
      op: 'update',
      fields: { description: 'Now with words' },
      actor_id: cast.max.id,
    })
  })
})

describe('members of a project', () => {
  let project_id: string
  let params: { slug: string; project_id: string }

  beforeAll(async () => {
    project_id = (await makeProject(cast.ann, 'Members')).id
    params = { ...acme, project_id }
  })

  test('fit their role in the workspace', async () => {
    const add = (member_id: string, held: number) => ({
      params,
      body: { members: [{ member_id, role: held }] },
    })
    expect(await cast.ann.refused('addProjectMembers', add(cast.gus.id, role.member))).toMatchObject({
      error: 'You cannot add a user with role higher than the workspace role',
    })
    const bea = await createSignedInUser(server, 'bea@example.com')
    await addMember(server, cast.workspace_id, bea.id, role.admin)
    expect(await cast.ann.refused('addProjectMembers', add(bea.id, role.member))).toMatchObject({
      error: 'You cannot add a user with role lower than the workspace role',
    })
    expect(await cast.ann.refused('addProjectMembers', add(cast.eve.id, role.member))).toMatchObject({
      status: 400,
    })
    expect(await cast.ann.refused('addProjectMembers', { params, body: { members: [] } })).toMatchObject({
      fields: { members: ['At least one member is required'] },
    })
    expect(await cast.ann.call('listProjectMembers', { params })).toMatchObject([
      { member: cast.ann.id, role: role.admin },
    ])
  })

  test('only admins add people, and nobody more than themselves', async () => {
    const max = await addToProject(project_id, cast.max, role.member)
    const body = { members: [{ member_id: cast.gus.id, role: role.guest }] }
    expect(await cast.max.refused('addProjectMembers', { params, body })).toMatchObject({ status: 403 })
    const rik = await createSignedInUser(server, 'rik@example.com')
    await addMember(server, cast.workspace_id, rik.id, role.member)
    await addToProject(project_id, rik, role.admin)
    const own = await rik.call('getOwnProjectMembership', { params })
    const change = (member_id: string, wanted: number) => ({
      params: { ...params, member_id },
      body: { role: wanted },
    })
    expect(await rik.refused('updateProjectMember', change(own.id, role.guest))).toMatchObject({
      error: 'You cannot update your own role',
    })
    expect(await rik.refused('updateProjectMember', change(max, role.admin))).toMatchObject({
      status: 403,
      error: 'You cannot assign a role equal to or higher than your own',
    })
    const [ann] = await cast.ann.call('listProjectMembers', { params })
    expect(await rik.refused('updateProjectMember', change(ann?.id ?? '', role.guest))).toMatchObject({
      status: 403,
      error: 'You cannot update the role of a member with a role equal to or higher than your own',
    })
    expect(await rik.call('updateProjectMember', change(max, role.guest))).toMatchObject({ role: role.guest })
    expect(await cast.max.refused('updateProjectMember', change(max, role.admin))).toMatchObject({
      status: 403,
    })
  })

  test('a membership of another project is not found, security 9', async () => {
    const other = await makeProject(cast.ann, 'Neighbor')
    const own = await cast.ann.call('getOwnProjectMembership', { params: { ...acme, project_id: other.id } })
    const mixed = { ...params, member_id: own.id }
    expect(await cast.ann.refused('getProjectMember', { params: mixed })).toMatchObject({ status: 404 })
    expect(await cast.ann.refused('updateProjectMember', { params: mixed, body: { role: 5 } })).toMatchObject(
      { status: 404 },
    )
    expect(await cast.ann.refused('removeProjectMember', { params: mixed })).toMatchObject({ status: 404 })
  })

  test('the only admin may not leave, others may', async () => {
    const own = await makeProject(cast.max, 'Alone')
    const alone = { ...acme, project_id: own.id }
    expect(await cast.max.refused('leaveProject', { params: alone })).toMatchObject({
      status: 400,
      error: expect.stringContaining('You cannot leave the project as your the only admin of the project'),
    })
    await addToProject(own.id, cast.gus, role.guest)
    await cast.gus.call('leaveProject', { params: alone })
    expect(await cast.gus.refused('getProject', { params: alone })).toMatchObject({ status: 404 })
  })

  test('an admin who is deactivated is no admin to leave behind', async () => {
    const [leo, away] = [
      await createSignedInUser(server, 'leo@example.com'),
      await createSignedInUser(server, 'away@example.com'),
    ]
    for (const who of [leo, away]) await addMember(server, cast.workspace_id, who.id, role.admin)
    const own = await makeProject(leo, 'Left behind')
    const alone = { ...acme, project_id: own.id }
    await addToProject(own.id, away, role.admin)
    const activate = (is_active: boolean) =>
      runSql(server.databaseUrl, 'update users set is_active = $2 where id = $1', [away.id, is_active])
    await activate(false)
    expect(await leo.refused('leaveProject', { params: alone })).toMatchObject({ status: 400 })
    expect(await leo.refused('leaveWorkspace', { params: acme })).toMatchObject({ status: 400 })
    await activate(true)
    await leo.call('leaveProject', { params: alone })
  })

  test('who comes back has the same membership', async () => {
    const before = await addToProject(project_id, cast.gus, role.guest)
    await cast.ann.call('removeProjectMember', { params: { ...params, member_id: before } })
    expect(await cast.gus.refused('listProjectMembers', { params })).toMatchObject({ status: 404 })
    expect(await addToProject(project_id, cast.gus, role.guest)).toBe(before)
  })

  test('memberships of all reached projects come at once', async () => {
    const all = await cast.gus.call('listProjectMemberships', { params: acme })
    expect(Object.keys(all)).toContain(project_id)
    const joined = await cast.gus.call('listProjects', { params: acme })
    expect(Object.keys(all).sort()).toEqual(joined.map((one) => one.id).sort())
  })
})

describe('an emoji of a logo', () => {
  test('is its code points in decimal, as its schema says', async () => {
    const logo_props = { in_use: 'emoji', emoji: { value: '🚀' } }
    const body = { name: 'Rocket', identifier: 'ROC', logo_props }
    expect(await cast.ann.refused('createProject', { params: acme, body })).toMatchObject({
      status: 400,
      fields: { 'logo_props.emoji.value': [expect.stringContaining('128640')] },
    })
  })
})
