import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTimezones } from '#api/identity/users/timezones.ts'
import {
  legacyUserPreferences,
  me as meSchema,
  profile as profileSchema,
  userSettings as settingsSchema,
} from '#common/identity/users/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { type Role, role } from '#common/platform/roles.ts'
import {
  type ApiClient,
  createAnonymousClient,
  createSignedInUser,
  runSql,
} from '../../support/api-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})

afterAll(() => server.close())

const sql = (statement: string, values: unknown[] = []) => runSql(server.databaseUrl, statement, values)
const changes = () => sql('select count(*) from changes')

async function rowOf(table: 'users' | 'profiles', who: ApiClient) {
  const [row] = await sql(`select * from ${table} where ${table === 'users' ? 'id' : 'user_id'} = $1`, [
    who.id,
  ])
  return row
}

describe('the signed-in user', () => {
  test('is returned in the declared form without secrets', async () => {
    const own = await cast.ann.call('getMe', {})
    expect(meSchema.strict().parse(own)).toMatchObject({
      id: cast.ann.id,
      email: cast.ann.email,
      is_active: true,
    })
    expect(profileSchema.strict().parse(await cast.ann.call('getProfile', {}))).toMatchObject({
      user: cast.ann.id,
    })
    expect(settingsSchema.strict().parse(await cast.ann.call('getSettings', {}))).toMatchObject({
      email: cast.ann.email,
    })
  })

  test('is rejected without a session', async () => {
    expect(await createAnonymousClient(server).call('getSession', {})).toEqual({ is_authenticated: false })
    expect(await cast.ann.call('getSession', {})).toMatchObject({
      is_authenticated: true,
      user: { id: cast.ann.id },
    })
    for (const name of [
      'getMe',
      'getProfile',
      'getSettings',
      'listMyWorkspaces',
      'listMyInvitations',
    ] as const) {
      expect(await createAnonymousClient(server).refused(name, {})).toMatchObject({
        status: 401,
        code: 'unauthenticated',
      })
    }
  })

  test('a changed name is published to every workspace', async () => {
    const live = await connectLive(server, cast.ann)
    await live.subscribe(cast.slug)
    await cast.max.call('updateMe', {
      body: { first_name: "Max-Émile O'Hara", display_name: ' Max ', user_timezone: 'Europe/Berlin' },
    })
    const change = await live.hears(({ entity, id }) => entity === 'users' && id === cast.max.id)
    expect(change).toMatchObject({
      op: 'update',
      fields: { first_name: "Max-Émile O'Hara", display_name: 'Max' },
    })
    // Other users do not receive the time zone, because it is private.
    expect(change.fields).not.toHaveProperty('user_timezone')
    live.close()
  })

  test('a private change is not published', async () => {
    const before = await changes()
    await cast.max.call('updateMe', { body: { user_timezone: 'Asia/Tokyo' } })
    expect(await changes()).toEqual(before)
  })

  test.each([
    ['first_name', 'see www.evil.example', 'First name cannot contain a URL.'],
    ['last_name', 'evil.com', 'Last name cannot contain a URL.'],
    ['first_name', 'x'.repeat(51), 'First name has at most 50 characters.'],
    ['last_name', '<b>', 'Last name can only contain letters, spaces, apostrophes and hyphens.'],
    ['display_name', '  ', 'Display name is required.'],
    ['display_name', 'https://evil', 'Display name cannot contain a URL.'],
    ['display_name', 'x'.repeat(51), 'Display name has at most 50 characters.'],
    ['user_timezone', 'Mars/Olympus', 'Unknown time zone.'],
    ['first_name', 7, expect.any(String)],
  ])('%s is rejected as %j', async (field, value, message) => {
    const before = [await rowOf('users', cast.ann), await changes()]
    const refused = await cast.ann.refused('updateMe', { body: { [field]: value } })
    expect(refused).toMatchObject({ status: 400, code: 'invalid', fields: { [field]: [message] } })
    expect([await rowOf('users', cast.ann), await changes()]).toEqual(before)
  })

  test('security 4: no other column can be written', async () => {
    const tables = ['users', 'profiles'] as const
    for (const table of tables) {
      const before = await rowOf(table, cast.gus)
      const body = Object.fromEntries(
        Object.keys(before ?? {}).map((column) => [column, hostile(before?.[column])]),
      )
      const open =
        table === 'users'
          ? ['first_name', 'last_name', 'display_name', 'user_timezone', 'cover_image_url']
          : [
              'theme',
              'language',
              'start_of_the_week',
              'onboarding_step',
              'use_case',
              'role',
              'company_name',
              'last_workspace_id',
              'first_screen',
              'enter_sends',
              'is_onboarded',
              'is_tour_completed',
              'goals',
              'mobile_onboarding_step',
              'product_tour',
              ...Object.keys(legacyUserPreferences.shape),
            ]
      for (const column of open) delete body[column]
      const call = table === 'users' ? 'updateMe' : 'updateProfile'
      const { fields = {} } = await cast.gus.refused(call, { body })
      expect(await rowOf(table, cast.gus)).toEqual(before)
      for (const column of Object.keys(fields)) delete body[column]
      await cast.gus.call(call, { body })
      expect(await rowOf(table, cast.gus)).toEqual({ ...before, updated_at: expect.any(Date) })
    }
  })
})

function hostile(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (value instanceof Date) return '2001-01-01T00:00:00Z'
  return value !== null && typeof value === 'object' ? { eve: true } : newId()
}

describe('the profile', () => {
  test('stores preferences', async () => {
    const wanted = {
      theme: { theme: 'dark' },
      language: 'de',
      start_of_the_week: 1,
      role: 'engineering',
      use_case: 'run_sprints',
      company_name: 'Acme',
    }
    expect(await cast.max.call('updateProfile', { body: wanted })).toMatchObject(wanted)
    expect(await cast.max.call('getProfile', {})).toMatchObject(wanted)
  })

  test('stores custom colors with and without a text color', async () => {
    const theme = { theme: 'custom', background: '#fff7f7', primary: '#ff5151' }
    for (const sent of [theme, { ...theme, text: '#221111' }]) {
      await cast.max.call('updateProfile', { body: { theme: sent } })
      expect((await cast.max.call('getProfile', {})).theme).toEqual(sent)
    }
  })

  test('stores empty colors of another client, also with a palette', async () => {
    const none = { text: '', primary: '', background: '', sidebarText: '', sidebarBackground: '' }
    for (const theme of [
      { ...none, theme: 'light', palette: '', darkPalette: false },
      { ...none, theme: 'custom', palette: '#101820,#ffffff,#ffcc00,#000000,#eeeeee', darkPalette: true },
    ]) {
      await cast.max.call('updateProfile', { body: { theme } })
      expect((await cast.max.call('getProfile', {})).theme).toEqual(theme)
    }
    const refused = await cast.max.refused('updateProfile', {
      body: { theme: { ...none, theme: 'custom', palette: '' } },
    })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('completes all onboarding steps at the end of onboarding', async () => {
    const all = {
      profile_complete: true,
      workspace_create: true,
      workspace_invite: true,
      workspace_join: true,
    }
    const nora = await createSignedInUser(server, 'nora@example.com')
    await nora.call('setOnboarded', { body: { is_onboarded: true } })
    expect((await nora.call('getProfile', {})).onboarding_step).toEqual(all)
    const noor = await createSignedInUser(server, 'noor@example.com')
    const { onboarding_step } = await noor.call('updateProfile', { body: { is_onboarded: true } })
    expect(onboarding_step).toEqual(all)
    expect(await noor.call('setOnboarded', { body: { is_onboarded: false } })).toBeDefined()
    expect((await noor.call('getProfile', {})).onboarding_step).toEqual(all)
  })

  test('updates single onboarding steps', async () => {
    const nia = await createSignedInUser(server, 'nia@example.com')
    await nia.call('updateProfile', { body: { onboarding_step: { workspace_invite: true } } })
    const { onboarding_step } = await nia.call('updateProfile', {
      body: { onboarding_step: { workspace_join: true } },
    })
    expect(onboarding_step).toEqual({
      profile_complete: true,
      workspace_create: false,
      workspace_invite: true,
      workspace_join: true,
    })
  })

  test('stores the end of onboarding and tour', async () => {
    const nil = await createSignedInUser(server, 'nil@example.com')
    expect(await nil.call('setOnboarded', { body: { is_onboarded: true } })).toEqual({
      message: 'Updated successfully',
    })
    expect(await nil.call('setTourCompleted', { body: {} })).toEqual({ message: 'Updated successfully' })
    expect(await nil.call('getProfile', {})).toMatchObject({ is_onboarded: true, is_tour_completed: true })
    expect(await nil.refused('setOnboarded', { body: { is_onboarded: 'yes' } })).toMatchObject({
      status: 400,
    })
  })

  test.each([
    ['language', 'xx'],
    ['start_of_the_week', 7],
    ['start_of_the_week', 1.5],
    ['theme', { theme: { deep: true } }],
    ['theme', { theme: 'custom', background: '#fff7f7' }],
    ['theme', { theme: 'custom', background: 'red;', primary: '#ff5151' }],
    ['theme', { theme: 'dark', text: '#12' }],
    ['theme', { theme: 'custom', background: '', primary: '#ff5151' }],
    ['theme', { theme: 'light', sidebarText: 'red;' }],
    ['theme', Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`c${at}`, '#fff']))],
    ['onboarding_step', { profile_complete: 'yes' }],
    ['company_name', 'x'.repeat(256)],
    ['last_workspace_id', 'acme'],
  ])('is rejected with %s as %j', async (field, value) => {
    const before = await rowOf('profiles', cast.ann)
    const refused = await cast.ann.refused('updateProfile', { body: { [field]: value } })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
    expect(Object.keys(refused.fields ?? {}).join()).toContain(field)
    expect(await rowOf('profiles', cast.ann)).toEqual(before)
  })

  test('accepts only workspaces of the user', async () => {
    const evil = await cast.eve.call('getWorkspace', { params: { slug: cast.eves } })
    for (const id of [evil.id, newId()]) {
      expect(await cast.ann.refused('updateProfile', { body: { last_workspace_id: id } })).toMatchObject({
        status: 400,
        fields: { last_workspace_id: ['You are not a member of this workspace.'] },
      })
    }
    const { last_workspace_id } = await cast.max.call('updateProfile', {
      body: { last_workspace_id: cast.workspace_id },
    })
    expect(last_workspace_id).toBe(cast.workspace_id)
  })
})

test('settings name the last workspace and the first', async () => {
  const sol = await createSignedInUser(server, 'sol@example.com')
  const nowhere = {
    last_workspace_id: null,
    last_workspace_slug: null,
    last_workspace_name: null,
    last_workspace_logo: null,
  }
  expect((await sol.call('getSettings', {})).workspace).toEqual({
    ...nowhere,
    fallback_workspace_id: null,
    fallback_workspace_slug: null,
    invites: 0,
  })
  await addMember(server, cast.workspace_id, sol.id, role.member)
  const fallback = { fallback_workspace_id: cast.workspace_id, fallback_workspace_slug: cast.slug }
  expect((await sol.call('getSettings', {})).workspace).toMatchObject({ ...nowhere, ...fallback })
  const sun = await sol.call('createWorkspace', { body: { name: 'Sun', slug: 'sun' } })
  expect((await sol.call('getSettings', {})).workspace).toMatchObject({
    last_workspace_id: sun.id,
    last_workspace_slug: 'sun',
    last_workspace_name: 'Sun',
    ...fallback,
  })
  expect((await sol.call('listMyWorkspaces', {})).map(({ slug, role: held }) => [slug, held])).toEqual([
    [cast.slug, role.member],
    ['sun', role.admin],
  ])
  await sql('update workspace_members set is_active = false where workspace_id = $1 and member_id = $2', [
    sun.id,
    sol.id,
  ])
  expect((await sol.call('getSettings', {})).workspace).toMatchObject({ ...nowhere, ...fallback })
})

describe('own invitations', () => {
  async function invited(email: string, isVerified = true) {
    const person = await createSignedInUser(server, email, { isVerified })
    await cast.ann.call('createInvitations', {
      params: { slug: cast.slug },
      body: { emails: [{ email, role: role.guest }] },
    })
    const [invite] = await sql('select id from workspace_invites where email = $1', [email])
    return { person, id: String(invite?.['id']) }
  }

  test('are listed without their secret, and accepted', async () => {
    const { person, id } = await invited('ida@example.com')
    const live = await connectLive(server, cast.ann)
    await live.subscribe(cast.slug)
    const list = await person.call('listMyInvitations', {})
    expect(list).toMatchObject([{ id, role: role.guest, workspace: { slug: cast.slug } }])
    expect(JSON.stringify(list)).not.toMatch(/token/)
    expect((await person.call('getSettings', {})).workspace.invites).toBe(1)
    await person.call('acceptMyInvitations', { body: { invitations: [id] } })
    expect(await person.call('listMyWorkspaces', {})).toMatchObject([{ slug: cast.slug, role: role.guest }])
    expect(await person.call('listMyInvitations', {})).toEqual([])
    await live.hears(
      ({ entity, op, fields }) =>
        entity === 'workspace_members' && op === 'create' && fields['member_id'] === person.id,
    )
    await live.hears(
      (change) => change.entity === 'users' && change.op === 'create' && change.id === person.id,
    )
    live.close()
  })

  test('security 6: are hidden until the address is verified', async () => {
    const { person, id } = await invited('una@example.com', false)
    expect(await person.call('listMyInvitations', {})).toEqual([])
    expect((await person.call('getSettings', {})).workspace.invites).toBe(0)
    await person.call('acceptMyInvitations', { body: { invitations: [id] } })
    expect(await person.call('listMyWorkspaces', {})).toEqual([])
  })

  test('security 6: of others are ignored', async () => {
    const { id } = await invited('ole@example.com')
    const before = await changes()
    await cast.eve.call('acceptMyInvitations', { body: { invitations: [id, newId()] } })
    expect(await cast.eve.call('listMyWorkspaces', {})).toMatchObject([{ slug: cast.eves }])
    expect(await changes()).toEqual(before)
  })

  test('are accepted once by concurrent requests', async () => {
    const { person, id } = await invited('uma@example.com')
    await Promise.all(
      [1, 2, 3].map(() => person.call('acceptMyInvitations', { body: { invitations: [id] } })),
    )
    expect(await sql('select 1 from workspace_members where member_id = $1', [person.id])).toHaveLength(1)
  })

  test('with invalid ids are rejected', async () => {
    const refused = await cast.ann.refused('acceptMyInvitations', { body: { invitations: ['x'] } })
    expect(refused).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('joining projects', () => {
  const params = () => ({ slug: cast.slug })
  let open: string
  let secret: string

  beforeAll(async () => {
    const make = async (name: string, identifier: string, network: number) =>
      (await cast.ann.call('createProject', { params: params(), body: { name, identifier, network } })).id
    open = await make('Open', 'OPEN', 2)
    secret = await make('Hidden', 'HID', 0)
  })

  const join = (who: ApiClient, ...project_ids: string[]) => ({
    params: params(),
    body: { project_ids },
    who,
  })

  test('gives the role of the workspace and is published', async () => {
    const live = await connectLive(server, cast.ann)
    await live.subscribe(cast.slug)
    const { who, ...input } = join(cast.max, open)
    expect(await who.call('joinProjects', input)).toEqual({ message: 'Projects joined successfully' })
    await live.hears(
      ({ entity, fields }) => entity === 'project_members' && fields['member_id'] === cast.max.id,
    )
    expect(await cast.max.call('getProjectRoles', { params: params() })).toEqual({ [open]: role.member })
    // A second call with the same project changes nothing.
    const before = await changes()
    await who.call('joinProjects', input)
    expect(await changes()).toEqual(before)
    live.close()
  })

  test('security 7: a secret project is joined only by admins', async () => {
    const message = 'Only workspace admins can join private project'
    const before = await sql('select count(*) from project_members')
    // `joinProjects` returns the same error for a missing project, a project of another workspace, and a secret
    // project, so that it reveals nothing. One such project in the list makes the whole call fail.
    const foreign = await cast.eve.call('createProject', {
      params: { slug: cast.eves },
      body: { name: 'Evil', identifier: 'EVIL' },
    })
    for (const id of [secret, newId(), foreign.id]) {
      const { who, ...input } = join(cast.max, open, id)
      expect(await who.refused('joinProjects', input)).toMatchObject({
        status: 403,
        code: 'forbidden',
        error: message,
      })
    }
    expect(
      await cast.ann.refused('joinProjects', { params: params(), body: { project_ids: [foreign.id] } }),
    ).toMatchObject({ status: 404 })
    expect((await sql('select count(*) from project_members where project_id = $1', [secret]))[0]).toEqual({
      count: '1',
    })
    expect(Number((await sql('select count(*) from project_members'))[0]?.['count'])).toBe(
      Number(before[0]?.['count']) + 1,
    )
  })

  test('never raises a role, and gives none after a removal', async () => {
    const { ann, max } = cast
    const { id: project_id } = await ann.call('createProject', {
      params: params(),
      body: { name: 'Kept small', identifier: 'SML', network: 2 },
    })
    const at = { ...params(), project_id }
    const again = () => max.call('joinProjects', { params: params(), body: { project_ids: [project_id] } })
    const held = async () => (await max.call('getProjectRoles', { params: params() }))[project_id]
    const add = (given: Role) =>
      ann.call('addProjectMembers', { params: at, body: { members: [{ member_id: max.id, role: given }] } })
    const [member] = await add(role.guest)
    await max.call('leaveProject', { params: at })
    await again()
    expect(await held()).toBe(role.guest)

    await ann.call('removeProjectMember', { params: { ...at, member_id: member?.id ?? '' } })
    const before = await sql('select * from project_members where project_id = $1', [project_id])
    expect(
      await max.refused('joinProjects', { params: params(), body: { project_ids: [open, project_id] } }),
    ).toMatchObject({
      status: 403,
      error: 'You were removed from this project. Ask one of its admins to add you again.',
    })
    expect(await sql('select * from project_members where project_id = $1', [project_id])).toEqual(before)

    await add(role.member)
    await max.call('leaveProject', { params: at })
    await again()
    expect(await held()).toBe(role.member)
    await max.call('leaveProject', { params: at })
  })

  test('is rejected for guests and strangers', async () => {
    const input = { params: params(), body: { project_ids: [open] } }
    expect(await cast.gus.refused('joinProjects', input)).toMatchObject({ status: 403 })
    expect(await cast.eve.refused('joinProjects', input)).toMatchObject({ status: 404 })
    expect(await createAnonymousClient(server).refused('joinProjects', input)).toMatchObject({ status: 401 })
    expect(await cast.eve.refused('getProjectRoles', { params: params() })).toMatchObject({ status: 404 })
  })

  test('updates the last visited workspace', async () => {
    await cast.max.call('updateProfile', { body: { last_workspace_id: cast.workspace_id } })
    const { workspace_details, project_details } = await cast.max.call('getLastVisitedWorkspace', {})
    expect(workspace_details).toMatchObject({ id: cast.workspace_id, slug: cast.slug })
    expect(project_details).toMatchObject([{ id: open, identifier: 'OPEN', member_role: role.member }])
    const idle = await createSignedInUser(server, 'idle@example.com')
    expect(await idle.call('getLastVisitedWorkspace', {})).toEqual({
      workspace_details: {},
      project_details: [],
    })
  })
})

test('time zone offsets equal those of Intl at any time', () => {
  for (const now of [Date.now(), Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 6, 15, 12)]) {
    const { timezones } = listTimezones(now)
    const formatted = timezones.map(({ value }) => {
      const format = new Intl.DateTimeFormat('en', { timeZone: value, timeZoneName: 'longOffset' })
      const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value
      return [value, name === 'GMT' ? 'GMT+00:00' : name]
    })
    expect(timezones.map(({ value, gmt_offset }) => [value, gmt_offset])).toEqual(formatted)
  }
})

test('time zones are ordered from west to east', async () => {
  const { timezones } = await createAnonymousClient(server).call('listTimezones', {})
  expect(timezones.length).toBeGreaterThan(100)
  expect(timezones[0]?.utc_offset).toBe('UTC-11:00')
  expect(timezones.at(-1)?.utc_offset).toBe('UTC+14:00')
  const india = timezones.find(({ utc_offset }) => utc_offset === 'UTC+05:30')
  expect(india).toMatchObject({ gmt_offset: 'GMT+05:30', value: expect.stringMatching(/^Asia\//) })
  expect(new Set(timezones.map(({ value }) => value)).size).toBe(timezones.length)
  for (const { value } of timezones) await cast.gus.call('updateMe', { body: { user_timezone: value } })
})
