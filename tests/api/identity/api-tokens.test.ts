import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { apiTokenCalls } from '#common/identity/api-tokens/calls.ts'
import { apiTokensLimit } from '#common/identity/api-tokens/rules.ts'
import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, fillPath, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: cast.slug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug: cast.slug, project_id: project.id }
  await cast.ann.call('addProjectMembers', {
    params,
    body: { members: [{ member_id: cast.max.id, role: role.member }] },
  })
})
afterAll(() => server.close())

const make = (who: ApiClient, body: object = {}) => who.call('createApiToken', { body })

/** Sends a request with the key. `also` contains additional headers. */
async function send(key: string, method: string, path: string, body?: object, also: object = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...also },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, answer: text === '' ? null : JSON.parse(text) }
}

const items = () => fillPath(calls.createWorkItem.path, params)
const rowsOf = (id: string) =>
  runSql<Record<string, unknown>>(server.databaseUrl, 'select * from api_tokens where id = $1', [id])

test('a token is shown once, listed, renamed and deleted', async () => {
  const made = await make(cast.max, { label: 'Importer', scope: 'read', expired_at: '2999-01-01T00:00:00Z' })
  expect(made).toMatchObject({
    label: 'Importer',
    description: '',
    scope: 'read',
    user: cast.max.id,
    workspace: null,
    is_active: true,
    expired_at: '2999-01-01T00:00:00.000Z',
  })
  expect(made.token).toMatch(/^tandem_api_[0-9a-f]{64}$/)
  expect(made.token.endsWith(made.ending)).toBe(true)
  expect(JSON.stringify(await rowsOf(made.id))).not.toContain(made.token)
  const at = { params: { token_id: made.id } }
  const { token: _, ...told } = made
  expect(await cast.max.call('getApiToken', at)).toEqual(told)
  expect(await cast.max.call('listApiTokens', {})).toContainEqual(told)
  const renamed = await cast.max.call('updateApiToken', {
    ...at,
    body: { label: 'Nightly', description: 'At 2' },
  })
  expect(renamed).toMatchObject({ label: 'Nightly', description: 'At 2', scope: 'read' })
  await cast.max.call('deleteApiToken', at)
  expect(await rowsOf(made.id)).toEqual([])
  expect((await send(made.token, 'GET', items())).status).toBe(401)
})

test('a token has the permissions of its user and records its use', async () => {
  const { id, token } = await make(cast.max)
  const made = await send(token, 'POST', items(), { name: 'By a program' })
  expect(made).toMatchObject({ status: 201, answer: { name: 'By a program', created_by: cast.max.id } })
  const bearer = await fetch(server.url + items(), { headers: { authorization: `Bearer ${token}` } })
  expect(bearer.status).toBe(200)
  expect(
    (await send(token, 'PATCH', fillPath(calls.updateProject.path, params), { name: 'Mine' })).status,
  ).toBe(403)
  const { last_used } = await cast.max.call('getApiToken', { params: { token_id: id } })
  expect(Date.parse(last_used ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('invalid input creates no token', async () => {
  const before = await cast.max.call('listApiTokens', {})
  for (const [body, field] of [
    [{ expired_at: '2020-01-01T00:00:00Z' }, 'expired_at'],
    [{ expired_at: 'tomorrow' }, 'expired_at'],
    [{ scope: 'admin' }, 'scope'],
    [{ label: '' }, 'label'],
    [{ workspace: newId() }, 'workspace'],
  ] as const) {
    const { status, fields } = await cast.max.refused('createApiToken', { body })
    expect({ status, fields: Object.keys(fields ?? {}) }).toEqual({ status: 400, fields: [field] })
  }
  expect(await cast.max.call('listApiTokens', {})).toEqual(before)
})

test('the maximum number of tokens holds for concurrent requests', async () => {
  const ways = Array.from({ length: apiTokensLimit + 4 }, () =>
    make(cast.gus).then(
      () => 1,
      () => 0,
    ),
  )
  const counts: number[] = await Promise.all(ways)
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(apiTokensLimit)
  await runSql(server.databaseUrl, 'delete from api_tokens where user_id = $1', [cast.gus.id])
})

test('security 50: tokens of others are not found', async () => {
  const { id } = await make(cast.max, { label: 'Mine' })
  for (const name of ['getApiToken', 'updateApiToken', 'deleteApiToken'] as const) {
    const body = name === 'updateApiToken' ? { body: { label: 'Hers' } } : {}
    const { status } = await cast.ann.refused(name, { params: { token_id: id }, ...body })
    expect(status).toBe(404)
  }
  expect((await rowsOf(id))[0]).toMatchObject({ label: 'Mine' })
})

test('security 3: a token for one workspace is invalid in others', async () => {
  const other = await cast.max.call('createWorkspace', { body: { name: 'Other', slug: 'maxs' } })
  const { token } = await make(cast.max, { workspace: cast.workspace_id })
  expect((await send(token, 'GET', `/api/workspaces/${cast.slug}/`)).status).toBe(200)
  expect((await send(token, 'GET', items())).status).toBe(200)
  for (const [method, path] of [
    ['GET', `/api/workspaces/${other.slug}/`],
    ['GET', `/api/workspaces/${other.slug}/projects/`],
    ['PATCH', `/api/workspaces/${other.slug}/`],
    ['GET', `/api/workspaces/${cast.eves}/`],
  ] as const) {
    const { status } = await send(token, method, path, method === 'GET' ? undefined : { name: 'Taken' })
    expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 404`)
  }
  // Calls outside of a workspace would reveal data of other workspaces, so the token is rejected.
  for (const path of ['/api/users/me/workspaces/', '/api/users/me/settings/'])
    expect((await send(token, 'GET', path)).status).toBe(403)
})

describe('security 35: a token never gains permissions', () => {
  const declared = Object.entries<Call>(calls).filter(([, { who, form }]) => who !== 'anyone' && !form)
  const anything = { slug: '', project_id: '' }

  async function statusesBy(token: string, isMeant: (call: Call) => boolean) {
    const address = { 'x-forwarded-for': '192.0.2.1' }
    const open: string[] = []
    for (const [name, call] of declared.filter(([, each]) => isMeant(each))) {
      const path = fillPath(call.path.replaceAll(/\{(?!slug|project_id)\w+\}/g, newId()), {
        ...anything,
        ...params,
      })
      const { status } = await send(token, call.method, path, call.method === 'GET' ? undefined : {}, address)
      if (status !== 403) open.push(`${name} ${status}`)
    }
    return open
  }

  test('a read-only token writes nothing', async () => {
    const { token } = await make(cast.ann, { scope: 'read' })
    expect(await statusesBy(token, ({ method }) => method !== 'GET')).toEqual([])
  })

  test('no token signs in, creates tokens or administers the installation', async () => {
    const { token } = await make(cast.ann)
    const isClosed = ({ area, who }: Call) =>
      ['auth', 'account', 'api-tokens', 'calendar-feeds', 'instance'].includes(area) ||
      who === 'instance-admin'
    expect(await statusesBy(token, isClosed)).toEqual([])
    expect(declared.filter(([name]) => name in apiTokenCalls)).toHaveLength(5)
  })
})

test('a cookie neither extends nor replaces a token', async () => {
  const { token } = await make(cast.max, { scope: 'read' })
  const cookie = { cookie: cast.ann.cookie, origin: server.url }
  const me = await send(token, 'GET', '/api/users/me/', undefined, cookie)
  expect(me.answer).toMatchObject({ id: cast.max.id })
  expect((await send(token, 'POST', items(), { name: 'No' }, cookie)).status).toBe(403)
  expect((await send('tandem_api_0', 'GET', '/api/users/me/', undefined, cookie)).status).toBe(401)
  const proxied = await fetch(`${server.url}/api/users/me/`, {
    headers: { authorization: 'Basic cHJveHk6cHJveHk=', cookie: cast.ann.cookie },
  })
  expect(proxied.status).toBe(200)
})

test('security 37, 62: a token ends with the permissions of its user', async () => {
  const sql = (statement: string, values: unknown[]) => runSql(server.databaseUrl, statement, values)
  const { id, token } = await make(cast.max, { workspace: cast.workspace_id })
  const status = async () => (await send(token, 'GET', items())).status
  expect(await status()).toBe(200)
  await sql('update users set is_active = false where id = $1', [cast.max.id])
  expect(await status()).toBe(401)
  await sql('update users set is_active = true where id = $1', [cast.max.id])
  await sql("update api_tokens set expired_at = now() - interval '1 second' where id = $1", [id])
  expect(await status()).toBe(401)
  await sql('update api_tokens set expired_at = null where id = $1', [id])
  const members = await cast.ann.call('listWorkspaceMembers', { params: { slug: cast.slug } })
  const member_id = members.find(({ member }) => member.id === cast.max.id)?.id ?? ''
  await cast.ann.call('removeWorkspaceMember', { params: { slug: cast.slug, member_id } })
  expect(await status()).toBe(401)
  await sql('update workspace_members set is_active = true where id = $1', [member_id])
  expect(await status()).toBe(401)
})
