import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { createBus } from '#api/platform/bus.ts'
import { storeJobFailure } from '#api/platform/jobs/failures.ts'
import { newId } from '#common/platform/ids.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { BrowserClient, readEmailsTo, waitForEmailTo } from '../../support/browser-client.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { setUpAuthenticator } from '../../support/two-factor.ts'

const secret = 'f3b1c7d9e5a04826b1c7d9e5a04826f3'
let server: TestServer
let ida: ApiClient
let ann: ApiClient

beforeAll(async () => {
  server = await startTestServer({ SECRET: secret })
  ida = await createSignedInUser(server, 'ida@example.com')
  ann = await createSignedInUser(server, 'ann@example.com')
  await sql('insert into instance_admins (user_id) values ($1)', [ida.id])
})
afterAll(() => server.close())

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(server.databaseUrl, statement, values)
const turn = (id: string, is_active: boolean) => ({ params: { user_id: id }, body: { is_active } })

test('people are found by name and address, with how they enter', async () => {
  await sql("update users set password_hash = 'x' where id = $1", [ann.id])
  const { results, total_count } = await ida.call('listInstancePeople', { query: { search: 'ANN@' } })
  expect(total_count).toBe(1)
  expect(results[0]).toMatchObject({
    id: ann.id,
    is_active: true,
    is_instance_admin: false,
    methods: ['password'],
    total_workspaces: 0,
    last_seen: expect.any(String),
  })
  expect(JSON.stringify(results)).not.toContain('password_hash')
  expect((await ida.call('listInstancePeople', {})).results.map(({ id }) => id)).toContain(ida.id)
})

test('security 37: whoever is deactivated is out until let in again', async () => {
  const bob = await createSignedInUser(server, 'bob@example.com')
  expect(await ida.call('updateInstancePerson', turn(bob.id, false))).toMatchObject({ is_active: false })
  expect(await bob.refused('getMe', {})).toMatchObject({ status: 401 })
  expect(await sql('select 1 from sessions where user_id = $1', [bob.id])).toEqual([])
  expect(await ida.call('updateInstancePerson', turn(bob.id, true))).toMatchObject({ is_active: true })
})

test('neither oneself nor another admin is deactivated', async () => {
  await sql('insert into instance_admins (user_id) values ($1)', [ann.id])
  for (const id of [ida.id, ann.id])
    expect(await ida.refused('updateInstancePerson', turn(id, false))).toMatchObject({ status: 400 })
  await sql('delete from instance_admins where user_id = $1', [ann.id])
  expect(await ann.call('getMe', {})).toMatchObject({ is_active: true })
  expect(await ann.refused('updateInstancePerson', turn(ida.id, false))).toMatchObject({ status: 403 })
  expect(await ida.refused('updateInstancePerson', turn(newId(), true))).toMatchObject({ status: 404 })
})

test('whoever has lost their second factor gets in by the password again', async () => {
  const [email, password] = ['lost@example.com', 'violet-harbour-92-kite']
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  await setUpAuthenticator(server, browser, password)
  const { id } = JSON.parse((await browser.send('getMe')).text)
  const lost = { params: { user_id: id } }
  const found = () => ida.call('listInstancePeople', { query: { search: email } })
  expect((await found()).results).toMatchObject([{ has_second_factor: true }])
  expect(await ann.refused('resetInstancePersonFactor', lost)).toMatchObject({ status: 403 })
  // This call does not reset the caller's own two-factor authentication. Users reset it in their settings,
  // which require a proof of identity.
  const own = { params: { user_id: ida.id } }
  expect(await ida.refused('resetInstancePersonFactor', own)).toMatchObject({ status: 400 })
  const nobody = { params: { user_id: newId() } }
  expect(await ida.refused('resetInstancePersonFactor', nobody)).toMatchObject({ status: 404 })
  expect((await found()).results).toMatchObject([{ has_second_factor: true }])

  expect(await ida.call('resetInstancePersonFactor', lost)).toMatchObject({ has_second_factor: false })
  expect((await browser.send('getMe')).status).toBe(401)
  expect(await sql('select 1 from totp_factors where user_id = $1', [id])).toEqual([])
  await pollUntilTrue(async () =>
    (await readEmailsTo(server, email)).some((mail) =>
      mail.includes('can no longer use your two-factor methods'),
    ),
  )
  const { to } = await new BrowserClient(server).post('signIn', { email, password })
  expect(to.pathname).toBe('/onboarding')
  expect(
    await sql("select actor_id, target_name from audit_records where action = 'account.factor_removed'"),
  ).toEqual([{ actor_id: ida.id, target_name: 'All' }])
})

test('an admin creates a person, who signs in at once', async () => {
  const password = 'copper-lantern-58-moss'
  const create = (body: { email: string; password?: string; first_name?: string; last_name?: string }) =>
    ida.call('createInstancePerson', { body })
  expect(await create({ email: ' New.Person@example.com ', password })).toMatchObject({
    email: 'new.person@example.com',
    is_active: true,
    is_email_verified: true,
    is_instance_admin: false,
    methods: ['password'],
  })
  const browser = new BrowserClient(server)
  await browser.post('signIn', { email: 'new.person@example.com', password })
  expect((await browser.send('getMe')).status).toBe(200)
  expect(await create({ email: 'by.code@example.com' })).toMatchObject({ methods: [] })
  expect(await create({ email: 'named@example.com', first_name: 'Nora', last_name: 'Lund' })).toMatchObject({
    display_name: 'Nora Lund',
  })
  const before = await sql('select count(*) from users')
  for (const [body, status] of [
    [{ email: 'new.person@example.com', password }, 409],
    [{ email: 'no address' }, 400],
    [{ email: 'weak@example.com', password: '123' }, 400],
    [{ email: 'link@example.com', first_name: 'http://example.com' }, 400],
  ] as const) {
    expect(await ida.refused('createInstancePerson', { body })).toMatchObject({ status })
  }
  expect(await ann.refused('createInstancePerson', { body: { email: 'x@example.com' } })).toMatchObject({
    status: 403,
  })
  expect(await sql('select count(*) from users')).toEqual(before)
})

test('an admin verifies an address, sets a password and ends sessions; the log says so', async () => {
  const [email, password] = ['stuck@example.com', 'violet-harbour-92-kite']
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password: 'copper-lantern-58-moss' })
  const { id } = JSON.parse((await browser.send('getMe')).text)
  const params = { user_id: id }
  expect(await ida.call('verifyInstancePerson', { params })).toMatchObject({ is_email_verified: true })
  expect(await ida.call('verifyInstancePerson', { params })).toMatchObject({ is_email_verified: true })
  expect((await browser.send('getMe')).status).toBe(200)
  await ida.call('endInstancePersonSessions', { params })
  expect((await browser.send('getMe')).status).toBe(401)
  expect(
    await ida.refused('setInstancePersonPassword', { params, body: { password: 'weak' } }),
  ).toMatchObject({ status: 400 })
  await ida.call('setInstancePersonPassword', { params, body: { password } })
  await browser.post('signIn', { email, password })
  expect((await browser.send('getMe')).status).toBe(200)
  expect(await waitForEmailTo(server, email)).toContain('set a new password')
  const told = await sql(
    "select action, actor_id from audit_records where target_id = $1 and action like 'account.%' order by id",
    [id],
  )
  expect(told).toEqual([
    { action: 'account.created', actor_id: null },
    { action: 'account.email_verified', actor_id: ida.id },
    { action: 'account.sessions_ended', actor_id: ida.id },
    { action: 'account.password_changed', actor_id: ida.id },
  ])
})

test('an admin changes no password of an admin, nothing of themselves and nobody without an account', async () => {
  const password = 'violet-harbour-92-kite'
  const set = (user_id: string) => ({ params: { user_id }, body: { password } })
  await sql('insert into instance_admins (user_id) values ($1)', [ann.id])
  for (const id of [ida.id, ann.id])
    expect(await ida.refused('setInstancePersonPassword', set(id))).toMatchObject({ status: 400 })
  await sql('delete from instance_admins where user_id = $1', [ann.id])
  const own = { params: { user_id: ida.id } }
  expect(await ida.refused('endInstancePersonSessions', own)).toMatchObject({ status: 400 })
  const nobody = { params: { user_id: newId() } }
  expect(await ida.refused('setInstancePersonPassword', set(newId()))).toMatchObject({ status: 404 })
  expect(await ida.refused('endInstancePersonSessions', nobody)).toMatchObject({ status: 404 })
  expect(await ida.refused('verifyInstancePerson', nobody)).toMatchObject({ status: 404 })
  for (const name of ['endInstancePersonSessions', 'verifyInstancePerson'] as const)
    expect(await ann.refused(name, own)).toMatchObject({ status: 403 })
  expect(await ann.refused('setInstancePersonPassword', set(ida.id))).toMatchObject({ status: 403 })
  expect(await ida.call('getMe', {})).toMatchObject({ is_active: true })
})

test('a job that was given up is shown with its reason and done again', async () => {
  const bus = createBus(null)
  const orm = await createOrm(server.databaseUrl, bus)
  const mail = { to: 'late@example.com', subject: 'Late', text: 'the-secret-code' }
  const failed = { id: newId(), name: 'send-mail', data: mail, attempts: 21, reason: 'No route to host' }
  await storeJobFailure(orm.em.fork(), { secret }, failed)
  await orm.close(true)
  await bus.close()
  const { queues, failures } = await ida.call('listInstanceJobs', {})
  expect(failures).toMatchObject([{ state: 'given_up', attempts: 21, reason: 'No route to host' }])
  expect(queues.find(({ name }) => name === 'send-mail')).toMatchObject({ failed: 1, cron: null })
  expect(JSON.stringify(await sql('select * from job_failures'))).not.toContain('the-secret-code')
  const job = { params: { job_id: failed.id } }
  expect(await ann.refused('retryFailedJob', job)).toMatchObject({ status: 403 })
  await ida.call('retryFailedJob', job)
  expect(await waitForEmailTo(server, 'late@example.com')).toContain('the-secret-code')
  expect((await ida.call('listInstanceJobs', {})).failures).toEqual([])
  expect(await ida.refused('retryFailedJob', job)).toMatchObject({ status: 404 })
  const { results } = await ida.call('listInstanceAuditRecords', {})
  expect(results[0]).toMatchObject({ action: 'instance.job_repeated', target_name: 'send-mail' })
})

test('a job that waits for its next attempt is done at once', async () => {
  const data = { to: 'soon@example.com', subject: 'Soon', text: 'soon' }
  const [job] = await sql<{ id: string }>(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count, start_after, output)
     values ('send-mail', $1, 'retry', 20, 3, now() + interval '1 day', '{"reason":"away"}') returning id`,
    [data],
  )
  const { failures } = await ida.call('listInstanceJobs', {})
  expect(failures).toMatchObject([{ state: 'retrying', attempts: 3, reason: 'away' }])
  await ida.call('retryFailedJob', { params: { job_id: job?.id ?? '' } })
  expect(await waitForEmailTo(server, 'soon@example.com')).toContain('soon')
})

test('health names versions, and how everything is', async () => {
  const health = await ida.call('getInstanceHealth', {})
  expect(health).toMatchObject({
    node: process.versions.node,
    redis: null,
    mail: 'outbox',
    files: { kind: 'folder', is_reachable: true, count: 0 },
    last_backup_at: null,
  })
  expect(health.database.version).toMatch(/^\d+/)
  expect(health.database.bytes).toBeGreaterThan(1_000_000)
  expect(health.last_migration).not.toBe('')
})

test('health warns of a proxy whose headers are not trusted, that removes Upgrade, and of another address', async () => {
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<void>((done, failed) => {
      const sent = httpRequest(`${server.url}${path}`, { headers }, (answer) => {
        answer.resume().on('end', done)
      })
      sent.on('error', failed).end()
    })
  // Requests of test clients already contain forwarding headers, so the warning `untrusted_headers` exists by
  // now. A request from a foreign origin must not add the warning `other_address`.
  await raw('/healthz', {
    host: 'tandem',
    origin: 'https://evil.example.com',
    'sec-fetch-site': 'cross-site',
  })
  const before = (await ida.call('getInstanceHealth', {})).proxy_warnings.map(({ problem }) => problem)
  expect(before.filter((problem) => problem !== 'untrusted_headers')).toEqual([])
  await raw('/healthz', { 'x-forwarded-for': '203.0.113.7' })
  await raw('/live/?EIO=4&transport=websocket', {
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  })
  await raw('/healthz', { host: 'tandem.example.com', origin: 'https://tandem.example.com' })
  const health = await ida.call('getInstanceHealth', {})
  expect(health.app_url).toBe(server.url)
  expect(health.proxy_warnings).toMatchObject([
    { problem: 'untrusted_headers', seen: 'x-forwarded-for' },
    { problem: 'no_upgrade', seen: '/live/' },
    { problem: 'other_address', seen: 'https://tandem.example.com' },
  ])
})

test('a workspace takes no more files than it has room for', async () => {
  const { slug } = await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
  await ida.call('updateConfigurations', { body: { WORKSPACE_STORAGE_LIMIT: 100 } })
  const announce = (size: number) => ({
    params: { slug },
    body: { name: 'a.png', type: 'image/png', size, entity_type: 'WORKSPACE_LOGO' },
  })
  await ann.call('createWorkspaceAsset', announce(60))
  const refused = await ann.refused('createWorkspaceAsset', announce(60))
  expect(refused).toMatchObject({ status: 413, error: expect.stringContaining('100 bytes') })
  expect(await sql('select 1 from file_assets')).toHaveLength(1)
  await ann.call('createWorkspaceAsset', announce(40))
  await ida.call('updateConfigurations', { body: { WORKSPACE_STORAGE_LIMIT: null } })
  await ann.call('createWorkspaceAsset', announce(60))
})

test('what a job gives up is kept by the worker', async () => {
  await sql(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count)
     values ('send-mail', '{}', 'created', 0, 0)`,
  )
  await pollUntilTrue(
    async () => (await sql("select 1 from job_failures where name = 'send-mail'")).length === 1,
  )
})
