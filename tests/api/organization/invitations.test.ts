import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { createAnonymousClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { runDuringTransaction } from '../../support/run-during-transaction.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})

afterAll(() => server.close())

const acme = { slug: 'acme' }

async function invite(email: string, offered: number = role.member, who = cast.ann) {
  const answer = await who.call('createInvitations', {
    params: acme,
    body: { emails: [{ email, role: offered }] },
  })
  const link = new URL(answer.invitations[0]?.invite_link ?? '')
  const of = (name: string) => link.searchParams.get(name) ?? ''
  return { link, params: { slug: of('slug'), invitation_id: of('invitation_id') }, token: of('token') }
}

test('the link leads the invited person into the workspace', async () => {
  const { link, params, token } = await invite('new@example.com', role.guest)
  expect([link.origin, link.pathname]).toEqual([server.url, '/workspace-invitations/'])
  const nia = await createSignedInUser(server, 'new@example.com')
  const opened = await nia.call('openInvitation', { params, query: { token } })
  expect(opened).toMatchObject({
    email: 'new@example.com',
    role: role.guest,
    for_caller: true,
    invited_by: 'ann',
    workspace: { name: 'Acme' },
  })
  const answer = await nia.call('answerInvitation', { params, body: { token } })
  expect(answer).toEqual({ message: 'Workspace Invitation Accepted' })
  expect(await nia.call('getWorkspace', { params: acme })).toMatchObject({ role: role.guest })
  const [profile] = await runSql(server.databaseUrl, 'select * from profiles where user_id = $1', [nia.id])
  expect(profile).toMatchObject({
    last_workspace_id: cast.workspace_id,
    onboarding_step: { workspace_join: true },
  })
  const heard = await runSql(
    server.databaseUrl,
    'select entity, op from changes where actor_id = $1 order by version',
    [nia.id],
  )
  expect(heard).toEqual([
    { entity: 'workspace_members', op: 'create' },
    { entity: 'users', op: 'create' },
  ])
})

test('a link is good for one answer, security 6', async () => {
  const { params, token } = await invite('once@example.com')
  const una = await createSignedInUser(server, 'once@example.com')
  await una.call('answerInvitation', { params, body: { token, accepted: false } })
  expect(await una.refused('answerInvitation', { params, body: { token } })).toMatchObject({
    status: 400,
    error: 'You have already responded to the invitation request',
  })
  expect(await una.refused('getWorkspace', { params: acme })).toMatchObject({ status: 404 })
})

test('whoever comes in another way leaves no invitation waiting', async () => {
  const { params, token } = await invite('both@example.com', role.guest)
  const anyone = await cast.ann.call('createOpenInvitation', { params: acme, body: { role: role.member } })
  const query = new URL(anyone.invite_link).searchParams
  const bo = await createSignedInUser(server, 'both@example.com')
  expect(await bo.call('openInvitation', { params, query: { token } })).toMatchObject({ is_member: false })
  await bo.call('answerInvitation', {
    params: { ...acme, invitation_id: anyone.id },
    body: { token: query.get('token') ?? '' },
  })
  const waiting = await cast.ann.call('listInvitations', { params: acme })
  expect(waiting.map(({ email }) => email)).not.toContain('both@example.com')
  expect(await bo.call('openInvitation', { params, query: { token } })).toMatchObject({ is_member: true })
  expect(await bo.refused('answerInvitation', { params, body: { token } })).toMatchObject({ status: 400 })
  await cast.ann.call('deleteInvitation', { params: { ...acme, invitation_id: anyone.id } })
})

test('two answers at the same instant make one membership', async () => {
  const { params, token } = await invite('twice@example.com')
  const tim = await createSignedInUser(server, 'twice@example.com')
  const answer = () => tim.call('answerInvitation', { params, body: { token } })
  const outcomes = await Promise.allSettled([answer(), answer(), answer()])
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
})

test('another account is told whose it is, security 6', async () => {
  const { params, token } = await invite('right@example.com')
  expect(await cast.eve.call('openInvitation', { params, query: { token } })).toMatchObject({
    email: 'r••@example.com',
    for_caller: false,
  })
  const refused = await cast.eve.refused('answerInvitation', { params, body: { token } })
  expect(refused).toMatchObject({ status: 403, error: expect.stringContaining('r••@example.com') })
  expect(JSON.stringify(refused)).not.toContain('right@example.com')
  expect(await cast.eve.refused('getWorkspace', { params: acme })).toMatchObject({ status: 404 })
})

test('the address alone opens nothing, security 6', async () => {
  const { params } = await invite('guess@example.com')
  const gil = await createSignedInUser(server, 'guess@example.com', { isVerified: false })
  const wrong = { token: 'f'.repeat(64) }
  const refused = await gil.refused('answerInvitation', { params, body: wrong })
  expect(refused).toMatchObject({ status: 403, error: 'You do not have permission to join the workspace' })
  const absent = { ...params, invitation_id: crypto.randomUUID() }
  expect(await gil.refused('answerInvitation', { params: absent, body: wrong })).toEqual(refused)
  expect(await gil.refused('answerInvitation', { params, body: {} })).toMatchObject({ status: 400 })
  expect(await gil.call('listMyInvitations', {})).toEqual([])
})

test('somebody signed out sees the invitation, and cannot answer', async () => {
  const { params, token } = await invite('later@example.com')
  const nobody = createAnonymousClient(server)
  expect(await nobody.call('openInvitation', { params, query: { token } })).toMatchObject({
    for_caller: null,
    email: 'l••@example.com',
  })
  expect(await nobody.refused('openInvitation', { params, query: { token: 'no' } })).toMatchObject({
    status: 403,
  })
  expect(await nobody.refused('answerInvitation', { params, body: { token } })).toMatchObject({ status: 401 })
})

test('the token is in no list and not in the database', async () => {
  const { params, token } = await invite('hidden@example.com')
  const seen = [
    await cast.ann.call('listInvitations', { params: acme }),
    await cast.ann.call('getInvitation', { params }),
    await cast.ann.call('updateInvitation', { params, body: { role: role.guest } }),
    await runSql(server.databaseUrl, 'select * from workspace_invites'),
    await runSql(server.databaseUrl, 'select * from changes'),
  ]
  expect(JSON.stringify(seen)).not.toContain(token)
  expect(JSON.stringify(seen[0])).toContain('hidden@example.com')
})

test('a new link ends the old one', async () => {
  const { params, token } = await invite('relink@example.com')
  const { invite_link } = await cast.ann.call('createInvitationLink', { params })
  const fresh = new URL(invite_link).searchParams.get('token') ?? ''
  const nobody = createAnonymousClient(server)
  expect(await nobody.refused('openInvitation', { params, query: { token } })).toMatchObject({ status: 403 })
  expect(await nobody.call('openInvitation', { params, query: { token: fresh } })).toMatchObject({
    accepted: false,
  })
})

test('an invitation that is taken back opens nothing', async () => {
  const { params, token } = await invite('revoked@example.com')
  await cast.ann.call('deleteInvitation', { params })
  expect(
    await createAnonymousClient(server).refused('openInvitation', { params, query: { token } }),
  ).toMatchObject({
    status: 403,
  })
})

test('the mail carries the link of this server, security 45', async () => {
  const { link } = await invite('mailed@example.com')
  const outbox = join(server.dataDir, 'outbox')
  const mail = await vi.waitFor(async () => {
    const texts = await Promise.all(
      (await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')),
    )
    const found = texts.find((text) => text.startsWith('To: mailed@example.com'))
    if (found === undefined) throw new Error('no mail yet')
    return found
  })
  // The token in the email proves that the user owns the address, so it differs from the token of the copied link.
  expect(mail).toContain(
    `${link.origin}${link.pathname}?invitation_id=${link.searchParams.get('invitation_id')}&`,
  )
  expect(mail).not.toContain(link.searchParams.get('token'))
  expect(mail).toContain('Subject: ann invited you to Acme')
})

test.each([
  [{}, 'Emails are required'],
  [{ emails: [] }, 'Emails are required'],
  [{ emails: [{ email: 'nobody', role: 15 }] }, 'Invalid email - nobody'],
])('%j is refused: %s', async (body, message) => {
  const { status, error, fields } = await cast.ann.refused('createInvitations', { params: acme, body })
  expect(status).toBe(400)
  expect([error, ...Object.values(fields ?? {}).flat()]).toContain(message)
})

test('members of the workspace are not invited again', async () => {
  const emails = [
    { email: ' MAX@example.com ', role: 15 },
    { email: 'fine@example.com', role: 15 },
  ]
  expect(await cast.ann.refused('createInvitations', { params: acme, body: { emails } })).toMatchObject({
    status: 400,
    error: 'Some users are already member of workspace',
    fields: { workspace_users: ['max@example.com'] },
  })
  const listed = await cast.ann.call('listInvitations', { params: acme })
  expect(listed.some((one) => one.email === 'fine@example.com')).toBe(false)
})

test('nobody invites above themselves, security 5', async () => {
  const body = { emails: [{ email: 'boss@example.com', role: role.admin }] }
  expect(await cast.max.refused('createInvitations', { params: acme, body })).toMatchObject({
    status: 400,
    error: 'You cannot invite a user with higher role',
  })
  expect(await cast.gus.refused('createInvitations', { params: acme, body })).toMatchObject({ status: 403 })
  expect(await cast.gus.refused('listInvitations', { params: acme })).toMatchObject({ status: 403 })
  const { params } = await invite('own@example.com', role.member, cast.max)
  expect(await cast.max.refused('updateInvitation', { params, body: { role: role.admin } })).toMatchObject({
    status: 403,
  })
  expect(await cast.max.call('updateInvitation', { params, body: { role: role.guest } })).toMatchObject({
    role: role.guest,
  })
})

test("an admin's invitation is beyond a member, security 67", async () => {
  const { params, token } = await invite('chief@example.com', role.admin)
  expect(await cast.max.refused('deleteInvitation', { params })).toMatchObject({ status: 403 })
  expect(await cast.max.refused('createInvitationLink', { params })).toMatchObject({ status: 403 })
  expect(await cast.max.refused('updateInvitation', { params, body: { role: role.guest } })).toMatchObject({
    status: 403,
  })
  const again = { emails: [{ email: 'chief@example.com', role: role.guest }] }
  expect(await cast.max.refused('createInvitations', { params: acme, body: again })).toMatchObject({
    status: 400,
  })
  expect(
    await createAnonymousClient(server).call('openInvitation', { params, query: { token } }),
  ).toMatchObject({
    role: role.admin,
  })
})

test('an invitation of another workspace is not found, security 9', async () => {
  const { params, token } = await invite('mixed@example.com')
  const mixed = { ...params, slug: cast.eves }
  expect(await cast.eve.refused('getInvitation', { params: mixed })).toMatchObject({ status: 404 })
  expect(await cast.eve.refused('deleteInvitation', { params: mixed })).toMatchObject({ status: 404 })
  expect(await cast.eve.refused('createInvitationLink', { params: mixed })).toMatchObject({ status: 404 })
  expect(await cast.eve.refused('openInvitation', { params: mixed, query: { token } })).toMatchObject({
    status: 403,
  })
  expect(await cast.ann.call('getInvitation', { params })).toMatchObject({ email: 'mixed@example.com' })
})

test('security 63: nobody floods an address with invitations, or strangers by the hundred', async () => {
  const [ivy, another] = [
    await createSignedInUser(server, 'ivy@example.org'),
    await createSignedInUser(server, 'other@example.org'),
  ]
  const inviting = async (who: typeof ivy, slug: string, ...emails: string[]) => {
    const body = { emails: emails.map((email) => ({ email, role: role.member })), message: 'Buy' }
    return who.call('createInvitations', { params: { slug }, body }).then(
      () => 200,
      (error: Error) => Number(/with (\d+)/.exec(error.message)?.[1]),
    )
  }
  for (const slug of ['ivy', 'ivy-two']) await ivy.call('createWorkspace', { body: { name: 'Ivy', slug } })
  await another.call('createWorkspace', { body: { name: 'Other', slug: 'others' } })
  const sent = await Promise.all(
    Array.from({ length: 14 }, (_, at) =>
      inviting(ivy, at % 2 === 0 ? 'ivy' : 'ivy-two', 'victim@example.net'),
    ),
  )
  expect(sent.filter((status) => status === 200)).toHaveLength(10)
  expect(sent.filter((status) => status === 429)).toHaveLength(4)
  expect(await inviting(another, 'others', 'victim@example.net')).toBe(200)
  const many = (at: number) => Array.from({ length: 100 }, (_, one) => `person-${at}-${one}@example.net`)
  const statuses: number[] = []
  for (let at = 0; at < 5; at++) statuses.push(await inviting(ivy, 'ivy', ...many(at)))
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

test('whoever comes in another way while they are invited leaves no invitation waiting', async () => {
  const una = await createSignedInUser(server, 'una@example.com')
  const join = `insert into workspace_members (id, workspace_id, member_id, role) values ($1, $2, $1, ${role.member})`
  const body = { emails: [{ email: una.email, role: role.member }] }
  const joining = [
    ['select 1 from workspaces where id = $1 for no key update', cast.workspace_id],
    [join, una.id, cast.workspace_id],
  ] as const
  await runDuringTransaction(server.databaseUrl, joining, async () =>
    expect(await cast.ann.refused('createInvitations', { params: acme, body })).toMatchObject({
      status: 400,
      error: 'Some users are already member of workspace',
    }),
  )
})
