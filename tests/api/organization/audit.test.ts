import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { createBus } from '#api/platform/bus.ts'
import { type CallName, calls } from '#common/calls.ts'
import { auditRetentionDays } from '#common/organization/audit/rules.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import {
  type ApiClient,
  createAnotherSession,
  createSignedInUser,
  fillPath,
  runSql,
} from '../../support/api-client.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
/** An instance admin without any workspace. */
let ida: ApiClient

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  cast = await createWorkspaceWithUsers(server)
  // The setup is marked as done. Otherwise the first user to sign up would become instance admin
  // automatically.
  await runSql(server.databaseUrl, 'update instances set is_setup_done = true')
  ida = await createSignedInUser(server, 'ida@example.com')
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [ida.id])
})
afterAll(() => server.close())

const place = () => ({ params: { slug: cast.slug } })
const list = async (query: Record<string, string> = {}) =>
  (await cast.ann.call('listAuditRecords', { ...place(), query })).results
const everything = async (query: Record<string, string> = {}) =>
  (await ida.call('listInstanceAuditRecords', { query })).results

/** Returns the entries that `act` adds to the audit log of this Tandem instance, oldest first. */
async function recorded(act: () => Promise<unknown>): Promise<AuditRecord[]> {
  const [last] = await everything({ per_page: '1' })
  await act()
  const all = await everything({ per_page: '100' })
  return all.filter((record) => record.id > (last?.id ?? '')).reverse()
}

const membershipOf = async (who: ApiClient) => {
  const all = await cast.ann.call('listWorkspaceMembers', { ...place(), query: { former: 'true' } })
  return all.find((member) => member.member.id === who.id)?.id ?? ''
}

test('a role is changed with what it was before, by whom, from where', async () => {
  const id = await membershipOf(cast.max)
  const params = { slug: cast.slug, member_id: id }
  const change = (to: number) => cast.ann.call('updateWorkspaceMember', { params, body: { role: to } })
  const [record, ...others] = await recorded(() => change(role.guest))
  expect(others).toEqual([])
  expect(record).toMatchObject({
    ...{ action: 'member.role_changed', actor: cast.ann.id, actor_name: 'ann', means: 'session' },
    ...{ workspace: cast.workspace_id, workspace_name: 'Acme', target_kind: 'user', target_name: 'max' },
    ...{ target: cast.max.id, changes: { role: { before: role.member, after: role.guest } } },
  })
  expect(record?.ip).toMatch(/^(127\.0\.0\.1|::1)$/)
  expect((await list({ per_page: '1' }))[0]).toEqual(record)
  await change(role.member)
})

test('people who come, are taken out and leave are told apart', async () => {
  const project = await cast.ann.call('createProject', {
    ...place(),
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const inside = { slug: cast.slug, project_id: project.id }
  const join = await recorded(() =>
    cast.ann.call('addProjectMembers', {
      params: inside,
      body: { members: [{ member_id: cast.max.id, role: role.member }] },
    }),
  )
  expect(join.map(({ action, target_name, project_name }) => [action, target_name, project_name])).toEqual([
    ['project_member.added', 'max', 'Atlas'],
  ])
  const left = await recorded(() => cast.max.call('leaveProject', { params: inside }))
  expect(left.map(({ action }) => action)).toEqual(['project_member.left'])
  const id = await membershipOf(cast.gus)
  const removed = await recorded(() =>
    cast.ann.call('removeWorkspaceMember', { params: { slug: cast.slug, member_id: id } }),
  )
  expect(removed).toMatchObject([
    { action: 'member.removed', target_name: 'gus', facts: { role: role.guest } },
  ])
})

test('what is refused or undone leaves no record', async () => {
  const id = await membershipOf(cast.ann)
  const params = { slug: cast.slug, member_id: id }
  const records = await recorded(async () => {
    await cast.max.refused('updateWorkspaceMember', { params, body: { role: role.guest } })
    await cast.ann.refused('updateWorkspaceMember', { params, body: { role: role.guest } })
    await cast.ann.refused('createWebhook', { ...place(), body: { url: 'http://127.0.0.1/' } })
    await cast.eve.refused('updateWorkspace', { ...place(), body: { name: 'Mine' } })
  })
  expect(records).toEqual([])
})

test('settings, invitations, webhooks and tokens are recorded without their secrets', async () => {
  const secrets: string[] = []
  const records = await recorded(async () => {
    await cast.ann.call('updateWorkspace', { ...place(), body: { name: 'Acme & Sons' } })
    await cast.ann.call('updateWorkspace', { ...place(), body: { name: 'Acme' } })
    const { invitations } = await cast.ann.call('createInvitations', {
      ...place(),
      body: { emails: [{ email: 'new@example.com', role: role.member }] },
    })
    const [invitation] = invitations
    const token = new URL(invitation?.invite_link ?? '').searchParams.get('token') ?? ''
    await cast.ann.call('deleteInvitation', {
      params: { slug: cast.slug, invitation_id: invitation?.id ?? '' },
    })
    const webhook = await cast.ann.call('createWebhook', {
      ...place(),
      body: { url: 'https://hooks.example/in?key=do-not-tell' },
    })
    const params = { slug: cast.slug, webhook_id: webhook.id }
    await cast.ann.call('updateWebhook', { params, body: { is_active: false } })
    const again = await cast.ann.call('regenerateWebhookSecret', { params })
    await cast.ann.call('deleteWebhook', { params })
    const made = await cast.ann.call('createApiToken', {
      body: { label: 'Robot', scope: 'write', workspace: cast.workspace_id },
    })
    await cast.ann.call('deleteApiToken', { params: { token_id: made.id } })
    secrets.push(token, webhook.secret_key, again.secret_key, made.token ?? '', 'do-not-tell')
  })
  expect(records.map(({ action }) => action)).toEqual([
    ...['workspace.changed', 'workspace.changed', 'invitation.created', 'invitation.deleted'],
    ...['webhook.created', 'webhook.changed', 'webhook.secret_made', 'webhook.deleted'],
    ...['token.created', 'token.deleted'],
  ])
  expect(records[0]?.changes).toEqual({ name: { before: 'Acme', after: 'Acme & Sons' } })
  expect(records[2]).toMatchObject({ target_name: 'new@example.com', facts: { role: role.member } })
  expect(records[5]?.changes).toEqual({ is_active: { before: true, after: false } })
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    expect(JSON.stringify(records)).not.toContain(secret)
  }
})

test('a deed by an API token names the token', async () => {
  const { token } = await cast.ann.call('createApiToken', { body: { label: 'Robot', scope: 'write' } })
  const [record] = await recorded(async () => {
    const response = await fetch(server.url + fillPath(calls.updateWorkspace.path, { slug: cast.slug }), {
      method: 'PATCH',
      headers: { 'x-api-key': token ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ timezone: 'Europe/Berlin' }),
    })
    expect(response.status).toBe(200)
  })
  expect(record).toMatchObject({ means: 'token', token_label: 'Robot', actor: cast.ann.id })
})

test('files that go and come back are recorded, and projects with all that is set in them', async () => {
  const project = await cast.ann.call('createProject', {
    ...place(),
    body: { name: 'Borealis', identifier: 'BOR' },
  })
  const params = { slug: cast.slug, project_id: project.id }
  const records = await recorded(async () => {
    await cast.ann.call('updateProject', { params, body: { archive_in: 3, project_lead: cast.ann.id } })
    await cast.ann.call('archiveProject', { params })
    await cast.ann.call('restoreProject', { params })
    await cast.ann.call('deleteProject', { params })
  })
  expect(records.map(({ action }) => action)).toEqual([
    ...['project.changed', 'project.archived', 'project.unarchived', 'project.deleted'],
  ])
  expect(records[0]?.changes).toEqual({
    archive_in: { before: 0, after: 3 },
    project_lead: { before: null, after: 'ann' },
  })
})

test('sessions that are ended are recorded for the installation alone', async () => {
  const records = await recorded(async () => {
    await createAnotherSession(server, cast.max)
    await createAnotherSession(server, cast.max)
    const sessions = await cast.max.call('listSessions', {})
    const other = sessions.find((session) => !session.is_current)
    await cast.max.call('endSession', { params: { session_id: other?.id ?? '' } })
    await cast.max.call('endOtherSessions', {})
  })
  expect(records).toMatchObject([
    { action: 'session.ended', actor: cast.max.id, workspace: null },
    { action: 'session.others_ended', facts: { count: 1 }, workspace: null },
  ])
  expect(await list({ group: 'session' })).toEqual([])
})

test('who comes in, goes and fails to is recorded, without what was typed', async () => {
  const [email, password] = ['nia@example.com', 'violet-harbour-92-kite']
  const records = await recorded(async () => {
    const browser = new BrowserClient(server, '203.0.113.9')
    await browser.post('signUp', { email, password })
    await browser.post('signOut')
    await browser.post('signIn', { email, password: 'wrong-harbour' })
    await browser.post('signIn', { email: 'nobody@example.com', password: 'wrong-harbour' })
    await browser.post('signIn', { email, password })
  })
  expect(records.map(({ action, actor_name, target_name }) => [action, actor_name, target_name])).toEqual([
    ['account.created', null, 'nia'],
    ['session.started', 'nia', 'nia'],
    ['session.left', 'nia', 'nia'],
    ['session.failed', null, 'nia'],
    ['session.started', 'nia', 'nia'],
  ])
  expect(new Set(records.map(({ ip }) => ip))).toEqual(new Set(['203.0.113.9']))
  for (const typed of [password, 'wrong-harbour', 'nobody@example.com'])
    expect(JSON.stringify(records)).not.toContain(typed)
})

test('records are found by person, action, group, day and words', async () => {
  const [record] = await recorded(() =>
    cast.ann.call('updateWorkspace', { ...place(), body: { organization_size: 'Just myself' } }),
  )
  const has = async (query: Record<string, string>) => (await list(query)).some(({ id }) => id === record?.id)
  expect(await has({ actor: cast.ann.id })).toBe(true)
  expect(await has({ actor: cast.max.id })).toBe(false)
  expect(await has({ action: 'workspace.changed' })).toBe(true)
  expect(await has({ action: 'workspace.created' })).toBe(false)
  expect(await has({ group: 'workspace' })).toBe(true)
  expect(await has({ group: 'webhook' })).toBe(false)
  expect(await has({ search: 'MYSELF' })).toBe(true)
  expect(await has({ search: 'my%self' })).toBe(false)
  const day = (record?.created_at ?? '').slice(0, 10)
  expect(await has({ from: day, to: day })).toBe(true)
  expect(await has({ to: '2020-01-01' })).toBe(false)
  expect(await has({ from: '2900-01-01' })).toBe(false)
})

test('pages follow one another without gap or repetition', async () => {
  const whole = await list({ per_page: '200' })
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string> = { per_page: '3', ...(cursor && { cursor }) }
    const page: { results: AuditRecord[]; next_cursor: string | null } = await cast.ann.call(
      'listAuditRecords',
      {
        ...place(),
        query,
      },
    )
    ids.push(...page.results.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(ids).toEqual(whole.map(({ id }) => id))
  const elsewhere = await runSql<{ id: string }>(
    server.databaseUrl,
    'select id from audit_records where workspace_id is distinct from $1 limit 1',
    [cast.workspace_id],
  )
  expect(await list({ cursor: elsewhere[0]?.id ?? '' })).toEqual([])
})

async function file(who: ApiClient, name: CallName, query: Record<string, string>) {
  const address = `${server.url}${fillPath(calls[name].path, { slug: cast.slug })}?${new URLSearchParams(query)}`
  const response = await fetch(address, { headers: { cookie: who.cookie } })
  return { response, text: await response.text() }
}

test('security 27: the log is exported as JSON and as CSV, none of it a formula', async () => {
  await cast.ann.call('createApiToken', {
    body: { label: '=1+1', scope: 'read', workspace: cast.workspace_id },
  })
  const { response, text } = await file(cast.ann, 'exportAuditRecords', { format: 'csv' })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-acme.csv"')
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff?id,created_at,action,actor,/)
  expect(text).toContain(`,'=1+1,`)
  expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  const json = await file(cast.ann, 'exportAuditRecords', { format: 'json', action: 'workspace.changed' })
  expect(JSON.parse(json.text)).toEqual(await list({ action: 'workspace.changed', per_page: '200' }))
  expect(await list({ action: 'export.audit' })).toHaveLength(2)
  expect(JSON.parse((await file(ida, 'exportInstanceAuditRecords', { format: 'json' })).text).length).toBe(
    (await everything({ per_page: '200' })).length,
  )
})

test('security 2: a log is for its admins, another workspace has its own', async () => {
  for (const name of ['listAuditRecords', 'exportAuditRecords'] as const) {
    expect((await file(cast.max, name, {})).response.status).toBe(403)
    expect((await file(cast.eve, name, {})).response.status).toBe(404)
  }
  for (const name of ['listInstanceAuditRecords', 'exportInstanceAuditRecords'] as const)
    expect((await file(cast.ann, name, {})).response.status).toBe(403)
  const theirs = await cast.eve.call('listAuditRecords', { params: { slug: cast.eves } })
  expect(new Set(theirs.results.map(({ workspace_name }) => workspace_name))).toEqual(new Set(['Evil']))
})

test('a record outlives what it names and ends after its time', async () => {
  const made = await cast.eve.call('createWorkspace', { body: { name: 'Brief', slug: 'brief' } })
  await runSql(server.databaseUrl, 'delete from workspaces where id = $1', [made.id]).catch(() => [])
  const [created] = await everything({ search: 'Brief', action: 'workspace.created' })
  expect(created).toMatchObject({ target_name: 'Brief', actor_name: 'eve' })
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into audit_records (id, created_at, action, means, words)
     values ($1, now() - make_interval(days => $2), 'session.started', 'session', '')`,
    [id, auditRetentionDays + 1],
  )
  const orm = await createOrm(server.databaseUrl, createBus(null))
  await deleteExpiredRows(orm)
  await orm.close(true)
  const ids = (await everything({ per_page: '200' })).map((record) => record.id)
  expect(ids).toContain(created?.id)
  expect(ids).not.toContain(id)
})
