import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, fillPath, runSql } from '../../support/api-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let bea: ApiClient
let atlas: { slug: string; project_id: string }
let borealis: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  bea = await createSignedInUser(server, 'bea@example.com')
  await addMember(server, cast.workspace_id, bea.id, role.admin)
  const make = (name: string, identifier: string) =>
    cast.ann.call('createProject', { params: { slug: cast.slug }, body: { name, identifier } })
  atlas = { slug: cast.slug, project_id: (await make('Atlas', 'ATL')).id }
  borealis = { slug: cast.slug, project_id: (await make('Borealis', 'BOR')).id }
})
afterAll(() => server.close())

const params = () => ({ slug: cast.slug })
const at = (id: string) => ({ params: { slug: cast.slug, service_account_id: id } })
const get = (id: string) => cast.ann.call('getServiceAccount', at(id))
const make = (body: object = {}, who: ApiClient = cast.ann) =>
  who.call('createServiceAccount', { params: params(), body: { display_name: 'Release agent', ...body } })

/** Creates a service account with a token that can write in the project Atlas. */
async function makeWithToken(body: object = {}, token: object = {}, who: ApiClient = cast.ann) {
  const projects = [{ project_id: atlas.project_id, role: role.member }]
  const account = await make({ projects, ...body }, who)
  const { token: key, id } = await who.call('createServiceToken', {
    ...at(account.id),
    body: { label: 'CI', ...token },
  })
  return { account, key, token_id: id }
}

async function send(key: string, method: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, answer: text === '' ? null : JSON.parse(text) }
}

const items = (project = atlas) => fillPath(calls.createWorkItem.path, project)
const statusOf = async (key: string) => (await send(key, 'GET', items())).status
const auditActions = async () => {
  const { results } = await cast.ann.call('listAuditRecords', { params: params() })
  return results.map(({ action }) => action)
}

test('an admin creates, renames and deletes a service account', async () => {
  const { account } = await makeWithToken()
  expect(account).toMatchObject({
    display_name: 'Release agent',
    role: role.member,
    owner_id: cast.ann.id,
    is_active: true,
    disabled_reason: null,
    projects: [{ project_id: atlas.project_id, role: role.member }],
    created_by: cast.ann.id,
  })
  expect(await get(account.id)).toMatchObject({ credential_count: 1, last_used: null })
  const renamed = await cast.ann.call('updateServiceAccount', {
    ...at(account.id),
    body: { display_name: 'Deploy agent', avatar_url: 'https://pictures.example/robot.png' },
  })
  expect(renamed).toMatchObject({
    display_name: 'Deploy agent',
    avatar_url: 'https://pictures.example/robot.png',
  })
  expect(await cast.ann.call('listServiceAccounts', { params: params() })).toContainEqual(renamed)
  await cast.ann.call('deleteServiceAccount', at(account.id))
  expect(await cast.ann.refused('getServiceAccount', at(account.id))).toMatchObject({ status: 404 })
  const members = await cast.ann.call('listWorkspaceMembers', { params: params() })
  expect(members.filter(({ member }) => member.id === account.id)).toEqual([])
  expect(await auditActions()).toEqual(
    expect.arrayContaining([
      'service_account.created',
      'token.created',
      'service_account.changed',
      'service_account.deleted',
      'token.deleted',
    ]),
  )
})

test('a service account acts under its own name, only in its projects', async () => {
  const { account, key } = await makeWithToken({ display_name: 'Scribe' })
  const made = await send(key, 'POST', items(), { name: 'Written by an agent', assignee_ids: [account.id] })
  expect(made).toMatchObject({ status: 201, answer: { created_by: account.id, assignee_ids: [account.id] } })
  expect((await send(key, 'POST', items(borealis), { name: 'No' })).status).toBe(409)
  const comments = fillPath(calls.createComment.path, { ...atlas, id: made.answer.id })
  expect(await send(key, 'POST', comments, { comment_html: '<p>Done</p>' })).toMatchObject({
    status: 201,
    answer: { actor: account.id },
  })
  const found = await cast.max.call('listWorkspaceMembers', { params: params() })
  const { member } = found.find((one) => one.member.id === account.id) ?? {}
  expect(member).toEqual({
    ...{ id: account.id, display_name: 'Scribe', first_name: 'Scribe', last_name: '', avatar_url: null },
    ...{ is_bot: true, is_service_account: true },
  })
  const inProject = await cast.ann.call('listProjectMembers', { params: atlas })
  expect(inProject.map((one) => one.member)).toContain(account.id)
  const { total_members } = await cast.ann.call('getWorkspace', { params: params() })
  expect(total_members).toBe(4)
})

test('a changed list of projects replaces the memberships, and a guest role limits them', async () => {
  const { account, key } = await makeWithToken()
  const projects = [{ project_id: borealis.project_id, role: role.member }]
  await cast.ann.call('updateServiceAccount', { ...at(account.id), body: { projects } })
  expect((await send(key, 'POST', items(), { name: 'No' })).status).toBe(409)
  expect((await send(key, 'POST', items(borealis), { name: 'Yes' })).status).toBe(201)
  const guest = await cast.ann.call('updateServiceAccount', {
    ...at(account.id),
    body: { role: role.guest },
  })
  expect(guest).toMatchObject({
    role: role.guest,
    projects: [{ project_id: borealis.project_id, role: role.member }],
  })
  expect((await send(key, 'POST', items(borealis), { name: 'No' })).status).toBe(403)
  const both = [...projects, { project_id: atlas.project_id, role: role.member }]
  await cast.ann.call('updateServiceAccount', { ...at(account.id), body: { projects: both } })
  expect((await send(key, 'POST', items(), { name: 'No' })).status).toBe(403)
  await cast.ann.call('updateServiceAccount', { ...at(account.id), body: { role: role.member } })
  for (const project of [atlas, borealis])
    expect((await send(key, 'POST', items(project), { name: 'Yes' })).status).toBe(201)
})

test('invalid input changes nothing', async () => {
  const account = await make()
  for (const [body, field] of [
    [{ display_name: ' ' }, 'display_name'],
    [{ role: role.admin }, 'role'],
    [{ owner_id: cast.max.id }, 'owner_id'],
    [{ owner_id: cast.eve.id }, 'owner_id'],
    [{ projects: [{ project_id: newId(), role: role.member }] }, 'projects'],
    [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
  ] as const) {
    const { status, fields } = await cast.ann.refused('updateServiceAccount', { ...at(account.id), body })
    expect({ status, fields: Object.keys(fields ?? {}) }).toEqual({ status: 400, fields: [field] })
  }
  expect(await get(account.id)).toEqual(account)
})

test('security 1: service accounts of another workspace are not found', async () => {
  const { account, token_id } = await makeWithToken()
  const foreign = { params: { slug: cast.eves, service_account_id: account.id } }
  for (const name of [
    'getServiceAccount',
    'deleteServiceAccount',
    'disableServiceAccount',
    'enableServiceAccount',
    'listServiceTokens',
  ] as const)
    expect((await cast.eve.refused(name, foreign)).status).toBe(404)
  const body = { display_name: 'Mine' }
  expect((await cast.eve.refused('updateServiceAccount', { ...foreign, body })).status).toBe(404)
  expect((await cast.eve.refused('createServiceToken', { ...foreign, body: {} })).status).toBe(404)
  const other = await make()
  const mixed = { ...at(other.id).params, service_token_id: token_id }
  expect((await cast.ann.refused('deleteServiceToken', { params: mixed })).status).toBe(404)
  expect(await get(account.id)).toMatchObject({ display_name: 'Release agent', credential_count: 1 })
})

test('security 5, 75: a service account becomes no admin and joins nothing by itself', async () => {
  const { account, key } = await makeWithToken()
  const members = await cast.ann.call('listWorkspaceMembers', { params: params() })
  const member_id = members.find(({ member }) => member.id === account.id)?.id ?? ''
  const raise = { params: { ...params(), member_id }, body: { role: role.admin } }
  expect((await cast.ann.refused('updateWorkspaceMember', raise)).status).toBe(400)
  const admin = { members: [{ member_id: account.id, role: role.admin }] }
  expect((await cast.ann.refused('addProjectMembers', { params: borealis, body: admin })).status).toBe(400)
  const inAtlas = await cast.ann.call('listProjectMembers', { params: atlas })
  const membership = inAtlas.find(({ member }) => member === account.id)?.id ?? ''
  const change = { params: { ...atlas, member_id: membership }, body: { role: role.admin } }
  expect((await cast.ann.refused('updateProjectMember', change)).status).toBe(400)
  for (const [name, body] of [
    ['joinProjects', { project_ids: [borealis.project_id] }],
    ['createProject', { name: 'Own', identifier: 'OWN' }],
    ['createInvitations', { emails: [{ email: 'zoe@example.com', role: role.member }] }],
    ['leaveWorkspace', {}],
    ['leaveProject', {}],
    ['createTeamspace', { name: 'Own' }],
    ['joinTeamspace', {}],
    ['leaveTeamspace', {}],
    ['createServiceAccount', { display_name: 'Child' }],
  ] as const) {
    const call = calls[name]
    const { status } = await send(
      key,
      call.method,
      fillPath(call.path, { ...atlas, teamspace_id: newId() }),
      body,
    )
    expect(`${name} ${status}`).toBe(`${name} 403`)
  }
  const lead = { params: params(), body: { name: 'Crew', lead_id: account.id } }
  expect(await cast.ann.refused('createTeamspace', lead)).toMatchObject({
    status: 400,
    fields: { lead_id: expect.anything() },
  })
  expect((await send(key, 'GET', '/api/users/me/')).status).toBe(403)
  expect((await send(key, 'GET', `/api/workspaces/${cast.eves}/`)).status).toBe(404)
  expect((await cast.ann.refused('removeWorkspaceMember', { params: raise.params })).status).toBe(409)
})

test('a read-only token writes nothing, and a revoked or expired token is rejected', async () => {
  const { account, key, token_id } = await makeWithToken({}, { scope: 'read' })
  expect(await statusOf(key)).toBe(200)
  expect((await send(key, 'POST', items(), { name: 'No' })).status).toBe(403)
  const tokens = await cast.ann.call('listServiceTokens', at(account.id))
  expect(tokens).toMatchObject([{ id: token_id, is_service: true, user_type: 1, scope: 'read' }])
  expect(JSON.stringify(tokens)).not.toContain(key)
  await cast.ann.call('deleteServiceToken', {
    params: { ...at(account.id).params, service_token_id: token_id },
  })
  expect(await statusOf(key)).toBe(401)
  const past = { ...at(account.id), body: { expired_at: '2020-01-01T00:00:00Z' } }
  expect(await cast.ann.refused('createServiceToken', past)).toMatchObject({ status: 400 })
})

test('security 37: a disabled account is rejected at every entry point, also over MCP', async () => {
  const { account, key } = await makeWithToken()
  const mcp = async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const requestInit = { headers: { Authorization: `Bearer ${key}` } }
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit })
    await client.connect(transport as Parameters<typeof client.connect>[0])
    const { content } = await client.callTool({ name: 'list_projects', arguments: { workspace: cast.slug } })
    await client.close()
    return JSON.stringify(content)
  }
  expect(await mcp()).toContain('ATL')
  const disabled = await cast.ann.call('disableServiceAccount', at(account.id))
  expect(disabled).toMatchObject({ is_active: false, disabled_reason: 'admin' })
  expect(await statusOf(key)).toBe(401)
  expect((await send(key, 'GET', '/api/v1/users/me/')).status).toBe(403)
  await expect(mcp()).rejects.toThrow()
  const [user] = await runSql<{ email: string }>(
    server.databaseUrl,
    'select email from users where id = $1',
    [account.id],
  )
  const code = await fetch(`${server.url}/auth/email-check/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: user?.email }),
  })
  expect(JSON.stringify(await code.json())).not.toContain('"existing":true')
  await cast.ann.call('enableServiceAccount', at(account.id))
  expect(await statusOf(key)).toBe(200)
  expect(await auditActions()).toEqual(
    expect.arrayContaining(['service_account.disabled', 'service_account.enabled']),
  )
})

test('security 62, 75: an account is disabled when its owner is no longer an admin', async () => {
  const { account, key } = await makeWithToken({ display_name: 'Bea’s agent' }, {}, bea)
  const members = await cast.ann.call('listWorkspaceMembers', { params: params() })
  const member_id = members.find(({ member }) => member.id === bea.id)?.id ?? ''
  const demote = (wanted: 15 | 20) =>
    cast.ann.call('updateWorkspaceMember', { params: { ...params(), member_id }, body: { role: wanted } })
  await demote(role.member)
  expect(await statusOf(key)).toBe(401)
  expect(await get(account.id)).toMatchObject({ disabled_reason: 'owner_left', owner_id: bea.id })
  expect(await cast.ann.call('enableServiceAccount', at(account.id))).toMatchObject({
    is_active: true,
    owner_id: cast.ann.id,
  })
  // Bea may still know the token, so it stays rejected.
  expect(await statusOf(key)).toBe(401)
  const { token: second } = await cast.ann.call('createServiceToken', { ...at(account.id), body: {} })
  expect(await statusOf(second)).toBe(200)
  await demote(role.admin)
  await cast.ann.call('updateServiceAccount', { ...at(account.id), body: { owner_id: bea.id } })
  await cast.ann.call('removeWorkspaceMember', { params: { ...params(), member_id } })
  expect(await statusOf(second)).toBe(401)
  expect(await get(account.id)).toMatchObject({ is_active: false, disabled_reason: 'owner_left' })
})

test('security 62, 75: a token ends when its creator is no longer an admin', async () => {
  const cleo = await createSignedInUser(server, 'cleo@example.com')
  await addMember(server, cast.workspace_id, cleo.id, role.admin)
  const { account, key: anns } = await makeWithToken()
  const { token: cleos } = await cleo.call('createServiceToken', { ...at(account.id), body: {} })
  const live = await connectLive(server, { key: cleos })
  expect(await statusOf(cleos)).toBe(200)
  const members = await cast.ann.call('listWorkspaceMembers', { params: params() })
  const member_id = members.find(({ member }) => member.id === cleo.id)?.id ?? ''
  await cast.ann.call('updateWorkspaceMember', {
    params: { ...params(), member_id },
    body: { role: role.member },
  })
  expect([await statusOf(cleos), await statusOf(anns)]).toEqual([401, 200])
  await expect.poll(() => live.socket.connected).toBe(false)
  expect(await get(account.id)).toMatchObject({ is_active: true, credential_count: 1 })
})

test('security 19, 75: a service account enters no other workspace', async () => {
  const { account, key } = await makeWithToken()
  const [user] = await runSql<{ email: string }>(
    server.databaseUrl,
    'select email from users where id = $1',
    [account.id],
  )
  const join = calls.answerInvitation
  const path = (slug: string) => fillPath(join.path, { slug, invitation_id: newId() })
  expect(user?.email).toContain('service.invalid')
  expect((await send(key, 'POST', path(cast.eves), { token: 'x' })).status).toBe(403)
  const { token } = await cast.ann.call('createApiToken', {
    body: { label: 'One workspace', workspace: cast.workspace_id },
  })
  expect((await send(token, 'POST', path(cast.eves), { token: 'x' })).status).toBe(404)
})

test('security 63: the budget of an account limits all its tokens together', async () => {
  const { account, key } = await makeWithToken({ calls_per_minute: 3 })
  expect(account).toMatchObject({ calls_per_minute: 3, calls_per_day: 100_000 })
  const { token: second } = await cast.ann.call('createServiceToken', { ...at(account.id), body: {} })
  const headersOf = async (token: string) => {
    const response = await fetch(server.url + items(), { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, left: response.headers.get('x-ratelimit-remaining'), response }
  }
  expect(await headersOf(key)).toMatchObject({ status: 200, left: '2' })
  expect(await headersOf(second)).toMatchObject({ status: 200, left: '1' })
  expect(await headersOf(key)).toMatchObject({ status: 200, left: '0' })
  const { status, response } = await headersOf(second)
  expect(status).toBe(429)
  expect(response.headers.get('x-ratelimit-limit')).toBe('3')
  expect(response.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  await cast.ann.call('updateServiceAccount', {
    ...at(account.id),
    body: { calls_per_minute: 100, calls_per_day: 3 },
  })
  const { response: refused } = await headersOf(key)
  expect(refused.headers.get('x-ratelimit-limit')).toBe('3')
  const wait = Number(refused.headers.get('x-ratelimit-reset')) - Date.now() / 1000
  expect(wait).toBeGreaterThan(3600)
  const daily = await send(key, 'GET', items())
  expect(daily).toMatchObject({
    status: 429,
    answer: { error: 'This service account has used all its calls of the day.' },
  })
  const other = await makeWithToken()
  expect(await statusOf(other.key)).toBe(200)
  const tooMany = { ...at(account.id), body: { calls_per_minute: 0 } }
  expect(await cast.ann.refused('updateServiceAccount', tooMany)).toMatchObject({ status: 400 })
})

test('security 32: in a workspace that requires two-factor authentication, the owner of an account needs it', async () => {
  const { account, key } = await makeWithToken()
  await runSql(server.databaseUrl, 'update workspaces set requires_second_factor = true where id = $1', [
    cast.workspace_id,
  ])
  const ownerHasFactor = (has: boolean) =>
    runSql(server.databaseUrl, 'update users set has_second_factor = $2 where id = $1', [
      account.owner_id,
      has,
    ])
  expect(await statusOf(key)).toBe(403)
  await ownerHasFactor(true)
  expect(await statusOf(key)).toBe(200)
  await ownerHasFactor(false)
  await runSql(server.databaseUrl, 'update workspaces set requires_second_factor = false where id = $1', [
    cast.workspace_id,
  ])
})
