import { afterAll, beforeAll, expect, test } from 'vitest'
import { deletedUserName } from '#common/identity/users/rules.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { BrowserClient, extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector } from '../../support/table-inspector.ts'

const password = 'violet-harbour-92-kite'

let server: TestServer
let cast: WorkspaceWithUsers
let atlas: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  await runSql(server.databaseUrl, 'update instances set is_setup_done = true')
  cast = await createWorkspaceWithUsers(server)
  const body = { name: 'Atlas', identifier: 'ATL' }
  const { id } = await cast.ann.call('createProject', { params: { slug: cast.slug }, body })
  atlas = { slug: cast.slug, project_id: id }
})
afterAll(() => server.close())

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(server.databaseUrl, statement, values)

/**
 * Creates a member of the workspace Acme and the project Atlas. The user has no password and signs in with emailed
 * codes.
 */
async function colleague(name: string): Promise<ApiClient> {
  const person = await createSignedInUser(server, `${name}@example.com`)
  await sql('update users set is_password_autoset = true where id = $1', [person.id])
  await addMember(server, cast.workspace_id, person.id, role.member)
  await cast.ann.call('addProjectMembers', {
    params: atlas,
    body: { members: [{ member_id: person.id, role: role.member }] },
  })
  return person
}

async function codeFor(who: ApiClient): Promise<string> {
  await who.call('generateProofCode', {})
  return extractEmailCode(await waitForEmailTo(server, who.email))
}

test('lists the consequences first, then deletes the account and private data', async () => {
  const mia = await colleague('mia')
  const item = await mia.call('createWorkItem', {
    params: atlas,
    body: { name: 'Hers', assignee_ids: [mia.id] },
  })
  await mia.call('createPage', { params: atlas, body: { name: 'A diary', access: 1 } })
  const shared = await mia.call('createPage', { params: atlas, body: { name: 'A handbook' } })
  await mia.call('createSticky', { params: { slug: cast.slug }, body: { name: 'Note' } })
  await mia.call('createApiToken', { body: { label: 'Bot' } })
  await mia.call('createWorkspace', { body: { name: 'Alone', slug: 'mia-alone' } })
  expect(await mia.call('getAccountDeletion', {})).toEqual({
    problem: null,
    goes: {
      ...{ memberships: 2, workspaces: 1, sessions: 1, api_tokens: 1, private_pages: 1, private_views: 0 },
      ...{ drafts: 0, stickies: 1 },
    },
    stays: { work_items: 1, comments: 0, pages: 1, files: 0 },
  })
  const live = await connectLive(server, mia)
  const heard = await connectLive(server, cast.ann)
  await heard.subscribe(cast.slug)
  await mia.call('deleteAccount', { body: { mailed_code: await codeFor(mia) } })

  await expect.poll(() => live.socket.connected, { timeout: 1000 }).toBe(false)
  expect(await mia.refused('getMe', {})).toMatchObject({ status: 401 })
  const told = await heard.hears((change) => change.entity === 'users' && change.id === mia.id)
  expect(told.fields).toMatchObject({ display_name: deletedUserName })
  live.close()
  heard.close()
  expect(await cast.ann.call('getWorkItem', { params: { ...atlas, id: item.id } })).toMatchObject({
    created_by: mia.id,
  })
  expect(await cast.ann.call('getPage', { params: { ...atlas, page_id: shared.id } })).toMatchObject({
    owned_by: mia.id,
  })
  for (const table of ['pages', 'stickies']) {
    const left = await sql<{ name: string }>(`select name from ${table} where name in ('A diary', 'Note')`)
    expect({ [table]: left }).toEqual({ [table]: [] })
  }
  const [gone] = await sql("select deleted_at is not null as gone from workspaces where slug = 'mia-alone'")
  expect(gone).toEqual({ gone: true })
  expect(await waitForEmailTo(server, mia.email)).toContain('Your account at')
})

test('shared private pages stay and get a new owner who can open them', async () => {
  const [zoe, una, leo] = [await colleague('zoe'), await colleague('una'), await colleague('leo')]
  const root = await zoe.call('createPage', { params: atlas, body: { name: 'Secret root', access: 1 } })
  const makePage = (name: string, parent?: string) =>
    zoe.call('createPage', { params: atlas, body: { name, access: 1, ...(parent && { parent }) } })
  const share = (page_id: string, who: ApiClient, shareRole: 'read' | 'write') =>
    zoe.call('sharePage', { params: { ...atlas, page_id }, body: { user_id: who.id, role: shareRole } })
  const [written, onlyRead, lost] = [
    await makePage('Written together', root.id),
    await makePage('Only read'),
    await makePage('Lost'),
  ]
  await share(written.id, una, 'read')
  await share(written.id, leo, 'write')
  await share(onlyRead.id, una, 'read')
  const formerMember = await colleague('ida')
  await share(lost.id, formerMember, 'write')
  await sql('update workspace_members set is_active = false where member_id = $1', [formerMember.id])
  expect(await zoe.call('getAccountDeletion', {})).toMatchObject({
    goes: { private_pages: 2 },
    stays: { pages: 2 },
  })
  await zoe.call('deleteAccount', { body: { mailed_code: await codeFor(zoe) } })
  expect(await leo.call('getPage', { params: { ...atlas, page_id: written.id } })).toMatchObject({
    ...{ owned_by: leo.id, access: 1, parent: null, shares: { [una.id]: 'read' } },
  })
  expect(await una.call('getPage', { params: { ...atlas, page_id: onlyRead.id } })).toMatchObject({
    ...{ owned_by: una.id, shares: {} },
  })
  const left = await sql('select id from pages where id = any($1)', [[root.id, lost.id]])
  expect(left).toEqual([])
  const versions = await sql(
    'select 1 from page_versions v join pages p on p.id = v.page_id where v.page_owned_by <> p.owned_by',
  )
  expect(versions).toEqual([])
})

test('sub-pages of other people move to the top level on every screen', async () => {
  const [mona, uri] = [await colleague('mona'), await colleague('uri')]
  const body = { name: 'Plan', access: 1 as const }
  const parent = await mona.call('createPage', { params: atlas, body })
  const params = { ...atlas, page_id: parent.id }
  await mona.call('sharePage', { params, body: { user_id: uri.id, role: 'write' } })
  const own = await uri.call('createPage', { params: atlas, body: { ...body, parent: parent.id } })
  await mona.call('unsharePage', { params: { ...params, user_id: uri.id } })
  await sql('update pages set parent = $2 where id = $1', [own.id, parent.id])
  const [before] = await sql<{ version: string }>(
    'select max(version) as version from changes where workspace_id = $1',
    [cast.workspace_id],
  )
  await mona.call('deleteAccount', { body: { mailed_code: await codeFor(mona) } })
  const row = await uri.call('getPage', { params: { ...atlas, page_id: own.id } })
  expect(row).toMatchObject({ owned_by: uri.id, parent: null })
  const changes = await sql(
    `select op, fields->'parent' as parent from changes where entity_id = $1 and version > $2`,
    [own.id, before?.version],
  )
  expect(changes).toEqual([{ op: 'update', parent: null }])
})

test('name and address remain only in the audit log, and the address is free', async () => {
  const name = 'Quibblewick'
  const nia = await colleague('nia')
  await nia.call('updateMe', { body: { first_name: name, last_name: name, display_name: name } })
  await nia.call('createWorkItem', { params: atlas, body: { name: 'Another', assignee_ids: [nia.id] } })
  await nia.call('deleteAccount', { body: { mailed_code: await codeFor(nia) } })
  const columns = await sql<{ table: string; field: string }>(
    `select table_name as table, column_name as field from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json')`,
  )
  expect(columns.length).toBeGreaterThan(100)
  // These tables may still contain the name, for example because feed changes are only deleted after two
  // weeks.
  const passing = ['changes', 'audit_records', 'search_entries']
  const holding = columns
    .filter(({ table }) => !passing.includes(table))
    .map(
      ({ table, field }) =>
        `select '${table}.${field}' as place from ${table} where "${field}"::text ilike any ($1)`,
    )
  expect(await sql(holding.join(' union '), [[`%${name}%`, `%${nia.email}%`]])).toEqual([])
  const again = new BrowserClient(server)
  await again.post('signUp', { email: nia.email, password })
  expect(again.isSignedIn).toBe(true)
  const me = JSON.parse((await again.send('getMe')).text)
  expect(me.id).not.toBe(nia.id)
  const [record] = await sql(
    "select action, actor_name, target_name from audit_records where action = 'account.deleted' and target_id = $1",
    [nia.id],
  )
  expect(record).toEqual({ action: 'account.deleted', actor_name: name, target_name: name })
})

test('security 37: a wrong password or code writes nothing', async () => {
  const email = 'pia@example.com'
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  await sql('update users set is_email_verified = true where email = $1', [email])
  const attempt = (json: object) => browser.send('deleteAccount', { json })
  const tables = await createTableInspector(server.databaseUrl)
  const before = await tables.commits()
  expect((await attempt({})).status).toBe(400)
  expect((await attempt({ password: 'wrong-harbour' })).status).toBe(400)
  expect(await tables.commits()).toEqual(before)
  await tables.close()
  expect((await attempt({ password })).status).toBe(204)
  expect(browser.isSignedIn).toBe(false)
  const ira = await colleague('ira')
  const code = await codeFor(ira)
  const wrong = code === '123456' ? '654321' : '123456'
  expect(await ira.refused('deleteAccount', { body: { mailed_code: wrong } })).toMatchObject({ status: 400 })
  expect(await ira.refused('deleteAccount', { body: {} })).toMatchObject({ status: 400 })
  expect(await ira.call('getMe', {})).toMatchObject({ id: ira.id })
})

test('the only admin and instance admins cannot delete their account', async () => {
  await sql('update users set is_password_autoset = true where id = any($1)', [[cast.ann.id, cast.max.id]])
  expect((await cast.ann.call('getAccountDeletion', {})).problem).toContain(
    'only admin of the workspace “Acme”',
  )
  const code = await codeFor(cast.ann)
  expect(await cast.ann.refused('deleteAccount', { body: { mailed_code: code } })).toMatchObject({
    status: 400,
  })
  expect(await cast.ann.call('getMe', {})).toMatchObject({ display_name: 'ann' })
  await sql('insert into instance_admins (user_id) values ($1)', [cast.max.id])
  expect((await cast.max.call('getAccountDeletion', {})).problem).toContain('You are an instance admin')
})
