import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { BrowserClient, extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { addMember } from '../../support/cast.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { type Redis, startRedis } from '../../support/redis.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { decodeEmailText, type SmtpServer, startSmtp } from '../../support/smtp.ts'

const password = 'violet-harbour-92-kite'

/** Two processes share one database and are connected by Redis. */
let redis: Redis
let server: TestServer
let other: TestServer
let smtp: SmtpServer
let ida: ApiClient
let ann: ApiClient

beforeAll(async () => {
  redis = await startRedis()
  smtp = await startSmtp('hush hush')
  const env = {
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '1',
    SECRET: 'f3b1c7d9e5a04826b1c7d9e5a04826f3',
    REACHABLE_NETWORKS: '127.0.0.1',
  }
  server = await startTestServer(env)
  other = await startTestServer({ ...env, DATABASE_URL: server.databaseUrl })
  ida = await createSignedInUser(server, 'ida@example.com')
  ann = await createSignedInUser(server, 'ann@example.com')
  await sql('insert into instance_admins (user_id) values ($1)', [ida.id])
  await sql("update users set password_hash = 'some hash' where id = $1", [ida.id])
  await sql('update instances set is_setup_done = true')
})
afterEach(async () => {
  const rows = await ida.call('listConfigurations', {})
  const set = rows.filter(({ source }) => source === 'screen').map(({ key }) => [key, null])
  await ida.call('updateConfigurations', { body: Object.fromEntries(set) })
})
afterAll(async () => {
  await other.close()
  await server.close()
  await smtp.close()
  await redis.stop()
})

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(server.databaseUrl, statement, values)
const change = (body: object) => ida.call('updateConfigurations', { body })
const configOf = async (where: TestServer) =>
  JSON.parse((await new BrowserClient(where).send('getInstance')).text).config
const mailServer = () => ({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: new URL(smtp.url).port,
  EMAIL_USE_TLS: '0',
  EMAIL_HOST_USER: 'tandem',
  EMAIL_HOST_PASSWORD: 'hush hush',
  EMAIL_FROM: 'Tandem <hello@example.com>',
})
const row = (rows: { key: string }[], key: string) => rows.find((one) => one.key === key)

describe('settings', () => {
  test('count at once, in the other process too', async () => {
    const rows = await change({ ENABLE_SIGNUP: false, FILE_SIZE_LIMIT: 1000 })
    expect(row(rows, 'ENABLE_SIGNUP')).toMatchObject({ value: '0', source: 'screen', default: '1' })
    expect(await configOf(server)).toMatchObject({ enable_signup: false, file_size_limit: 1000 })
    await pollUntilTrue(async () => (await configOf(other)).file_size_limit === 1000)
    await change({ ENABLE_SIGNUP: null, FILE_SIZE_LIMIT: '' })
    await pollUntilTrue(async () => (await configOf(other)).file_size_limit === 26_214_400)
  })

  test('that are secrets are sealed and never answered', async () => {
    const rows = await change({ EMAIL_HOST_PASSWORD: 'hush hush' })
    expect(row(rows, 'EMAIL_HOST_PASSWORD')).toMatchObject({ value: '', is_set: true, is_encrypted: true })
    expect(JSON.stringify(await ida.call('listConfigurations', {}))).not.toContain('hush')
    const [kept] = await sql<{ value: string }>(
      "select value from instance_settings where key = 'EMAIL_HOST_PASSWORD'",
    )
    expect(kept?.value).not.toContain('hush')
    expect(JSON.stringify(await configOf(server))).not.toContain('hush')
    const { results } = await ida.call('listInstanceAuditRecords', {})
    expect(results[0]).toMatchObject({
      action: 'instance.settings_changed',
      actor: ida.id,
      changes: { EMAIL_HOST_PASSWORD: { before: null, after: '•••' } },
    })
  })

  test.each([
    [{ EMAIL_PORT: 70_000 }, 'EMAIL_PORT'],
    [{ EMAIL_HOST: 'http://mail' }, 'EMAIL_HOST'],
    [{ EMAIL_FROM: 'Ann\r\nBcc: all@example.com' }, 'EMAIL_FROM'],
    [{ ENABLE_SIGNUP: 'maybe' }, 'ENABLE_SIGNUP'],
    [{ FILE_SIZE_LIMIT: 0, ENABLE_SIGNUP: false }, 'FILE_SIZE_LIMIT'],
  ])('that break a rule are refused, all of them: %j', async (body, field) => {
    const refused = await ida.refused('updateConfigurations', { body })
    expect(refused).toMatchObject({ status: 400, fields: { [field]: [expect.any(String)] } })
    expect(await sql('select key from instance_settings')).toEqual([])
  })

  test('of the environment win and cannot be changed', async () => {
    const fixed = await startTestServer({ ENABLE_SIGNUP: '0', MAIL_FROM: 'Us <us@example.com>' })
    try {
      const admin = await createSignedInUser(fixed, 'admin@example.com')
      await runSql(fixed.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [admin.id])
      await runSql(
        fixed.databaseUrl,
        "insert into instance_settings (key, value) values ('ENABLE_SIGNUP', '1')",
      )
      const rows = await admin.call('listConfigurations', {})
      expect(row(rows, 'ENABLE_SIGNUP')).toMatchObject({ value: '0', source: 'environment' })
      expect(row(rows, 'EMAIL_FROM')).toMatchObject({ value: 'Us <us@example.com>', source: 'environment' })
      const refused = await admin.refused('updateConfigurations', { body: { ENABLE_SIGNUP: true } })
      expect(refused.fields).toEqual({ ENABLE_SIGNUP: [expect.stringContaining('environment')] })
      // The form also sends settings that environment variables define. The server accepts them if their values are
      // unchanged.
      await admin.call('updateConfigurations', { body: { ENABLE_SIGNUP: '0' } })
    } finally {
      await fixed.close()
    }
  })

  test('are for admins of the installation alone', async () => {
    expect(await ann.refused('listConfigurations', {})).toMatchObject({ status: 403 })
    expect(await ann.refused('updateConfigurations', { body: { ENABLE_SIGNUP: '0' } })).toMatchObject({
      status: 403,
    })
    expect(await sql('select key from instance_settings')).toEqual([])
  })
})

describe('ways to sign in', () => {
  test('one of them stays on', async () => {
    await change(mailServer())
    await change({ ENABLE_EMAIL_PASSWORD: false })
    const refused = await ida.refused('updateConfigurations', { body: { ENABLE_MAGIC_LINK_LOGIN: false } })
    expect(refused.fields).toHaveProperty('ENABLE_MAGIC_LINK_LOGIN')
    const both = { ENABLE_EMAIL_PASSWORD: false, ENABLE_MAGIC_LINK_LOGIN: false }
    expect(await ida.refused('updateConfigurations', { body: both })).toMatchObject({ status: 400 })
  })

  test('an admin keeps a way in of their own', async () => {
    // Password sign-in cannot be disabled yet: without a mail server, the admin could not receive sign-in codes
    // either.
    const refused = await ida.refused('updateConfigurations', { body: { ENABLE_EMAIL_PASSWORD: false } })
    expect(refused.fields).toHaveProperty('ENABLE_EMAIL_PASSWORD')
    await change(mailServer())
    await change({ ENABLE_EMAIL_PASSWORD: false })
    expect(await ida.refused('disableEmail', {})).toMatchObject({ status: 400 })
    expect(await configOf(server)).toMatchObject({ is_smtp_configured: true })
  })

  test('a password opens nothing once that is off', async () => {
    await new BrowserClient(server).post('signUp', { email: 'pia@example.com', password })
    await change({ ...mailServer(), ENABLE_EMAIL_PASSWORD: false })
    const browser = new BrowserClient(server)
    const signedIn = await browser.post('signIn', { email: 'pia@example.com', password })
    expect(signedIn.to.searchParams.get('error_code')).toBe('5018')
    const signedUp = await browser.post('signUp', { email: 'new@example.com', password })
    expect(signedUp.to.searchParams.get('error_code')).toBe('5056')
    expect(browser.isSignedIn).toBe(false)
    const forgot = await browser.send('forgotPassword', { json: { email: 'pia@example.com' } })
    expect(JSON.parse(forgot.text)).toMatchObject({ error_code: 5018 })
    const checked = await browser.send('checkEmail', { json: { email: 'pia@example.com' } })
    expect(JSON.parse(checked.text)).toEqual({ existing: true, status: 'MAGIC_CODE' })
    expect(await configOf(server)).toMatchObject({ is_email_password_enabled: false })
  })

  test('a code opens nothing once that is off', async () => {
    const browser = new BrowserClient(server)
    await browser.send('generateMagicCode', { json: { email: 'ann@example.com' } })
    const code = extractEmailCode(
      await waitForEmailTo(server, 'ann@example.com').catch(() => waitForEmailTo(other, 'ann@example.com')),
    )
    await change({ ENABLE_MAGIC_LINK_LOGIN: false })
    for (const call of ['magicSignIn', 'magicSignUp'] as const) {
      const { to } = await browser.post(call, { email: 'ann@example.com', code })
      expect(to.searchParams.get('error_code')).toBe('5016')
    }
    const asked = await browser.send('generateMagicCode', { json: { email: 'ann@example.com' } })
    expect(JSON.parse(asked.text)).toMatchObject({ error_code: 5016 })
    expect(browser.isSignedIn).toBe(false)
  })
})

describe('sign-up that is closed', () => {
  test('lets nobody make an account', async () => {
    await change({ ENABLE_SIGNUP: false })
    const browser = new BrowserClient(server)
    const { to } = await browser.post('signUp', { email: 'stranger@example.com', password })
    expect(to.searchParams.get('error_code')).toBe('5015')
    for (const call of ['checkEmail', 'generateMagicCode'] as const) {
      const answer = await browser.send(call, { json: { email: 'stranger@example.com' } })
      expect(JSON.parse(answer.text)).toMatchObject({ error_code: 5015 })
    }
    expect(await sql("select 1 from users where email = 'stranger@example.com'")).toEqual([])
  })

  test('lets those in who were invited', async () => {
    const workspace = await ann.call('createWorkspace', { body: { name: 'Acme', slug: 'acme' } })
    await ann.call('createInvitations', {
      params: { slug: workspace.slug },
      body: { emails: [{ email: 'max@example.com', role: 15 }] },
    })
    await change({ ENABLE_SIGNUP: false })
    const browser = new BrowserClient(server)
    await browser.post('signUp', { email: 'max@example.com', password })
    expect(browser.isSignedIn).toBe(true)
    // Disabled sign-up does not affect existing accounts.
    const checked = await browser.send('checkEmail', { json: { email: 'ann@example.com' } })
    expect(checked.status).toBe(200)
  })

  test('lets the first of an installation in', async () => {
    const fresh = await startTestServer({ ENABLE_SIGNUP: '0', TRUSTED_PROXIES: '1' })
    try {
      const first = new BrowserClient(fresh)
      await first.post('signUp', { email: 'first@example.com', password })
      expect(first.isSignedIn).toBe(true)
      const second = new BrowserClient(fresh)
      await second.post('signUp', { email: 'second@example.com', password })
      expect(second.isSignedIn).toBe(false)
    } finally {
      await fresh.close()
    }
  })
})

test('workspaces are made by admins of the installation alone where that is set', async () => {
  await change({ DISABLE_WORKSPACE_CREATION: true })
  expect(await configOf(server)).toMatchObject({ is_workspace_creation_disabled: true })
  const refused = await ann.refused('createWorkspace', { body: { name: 'Nova', slug: 'nova' } })
  expect(refused).toMatchObject({ status: 403, error: 'Workspace creation is not allowed' })
  expect(await sql("select 1 from workspaces where slug = 'nova'")).toEqual([])
  const [standing, hers] = [await ann.call('getInstanceAdmin', {}), await ida.call('getInstanceAdmin', {})]
  expect(standing).toEqual({ is_instance_admin: false, may_create_workspaces: false })
  expect(hers).toEqual({ is_instance_admin: true, may_create_workspaces: true })
  await ida.call('createWorkspace', { body: { name: 'Nova', slug: 'nova' } })
  await ida.call('createInstanceWorkspace', { body: { name: 'Vega', slug: 'vega' } })
  const taken = await ida.call('checkInstanceWorkspaceSlug', { query: { slug: 'vega' } })
  expect(taken).toEqual({ status: false })
})

test('a file may be as large as is set', async () => {
  await change({ FILE_SIZE_LIMIT: 10 })
  const announce = (size: number) => ({
    body: { name: 'a.png', type: 'image/png', size, entity_type: 'USER_AVATAR' },
  })
  expect(await ann.refused('createUserAsset', announce(11))).toMatchObject({ status: 413 })
  await ann.call('createUserAsset', announce(10))
})

describe('the mail server that is set', () => {
  test('takes the mails of both processes, at once', async () => {
    await change(mailServer())
    for (const where of [server, other]) {
      await pollUntilTrue(async () => (await configOf(where)).is_smtp_configured)
      await new BrowserClient(where).send('generateMagicCode', { json: { email: 'ann@example.com' } })
    }
    await pollUntilTrue(async () => smtp.received.filter(({ to }) => to === 'ann@example.com').length >= 2)
    expect(smtp.received.at(-1)?.headers.get('from')).toEqual(['Tandem <hello@example.com>'])
  })

  test('says in a test what it was told, without the password', async () => {
    await change(mailServer())
    const { dialogue } = await ida.call('testEmail', { body: { receiver_email: 'ida@example.com' } })
    expect(dialogue.map(({ from }) => from)).toContain('server')
    const said = dialogue.map(({ text }) => text).join('\n')
    expect(said).toContain('RCPT TO:<ida@example.com>')
    expect(said).toContain('235 in')
    const hidden = Buffer.from('\0tandem\0hush hush').toString('base64')
    expect(said).not.toMatch(/hush/)
    expect(said).not.toContain(hidden)
    const mail = smtp.received.findLast(({ to }) => to === 'ida@example.com')
    expect(mail && decodeEmailText(mail)).toContain('can send emails')
  })

  test('that refuses says why, and hides what it repeats', async () => {
    await change({ ...mailServer(), EMAIL_HOST_PASSWORD: 'open sesame' })
    const answer = await raw('testEmail', { receiver_email: 'ida@example.com' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('535')
    expect(JSON.parse(answer.text).dialogue.length).toBeGreaterThan(3)
    expect(answer.text).not.toContain('sesame')
  })

  test('security 12: is no way into the networks around', async () => {
    const strict = await startTestServer()
    try {
      const admin = await createSignedInUser(strict, 'admin@example.com')
      await runSql(strict.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [admin.id])
      await admin.call('updateConfigurations', { body: mailServer() })
      const before = smtp.received.length
      const refused = await admin.refused('testEmail', { body: { receiver_email: 'ida@example.com' } })
      expect(refused).toMatchObject({ status: 400, error: 'The server 127.0.0.1 cannot be reached.' })
      expect(smtp.received).toHaveLength(before)
    } finally {
      await strict.close()
    }
  })

  test('is forgotten by one call', async () => {
    await change(mailServer())
    await ida.call('disableEmail', {})
    expect(await configOf(server)).toMatchObject({ is_smtp_configured: false })
    expect(await sql('select key from instance_settings')).toEqual([])
    const refused = await raw('testEmail', { receiver_email: 'ida@example.com' })
    expect(JSON.parse(refused.text)).toMatchObject({ error_code: 5025 })
  })
})

/** Returns the raw response of a request by Ida. */
async function raw(name: 'testEmail', body: object) {
  const [, value = ''] = ida.cookie.split('=')
  const browser = new BrowserClient(server)
  browser.cookies.set('session-id', value)
  return browser.send(name, { json: body })
}

describe('admins of the installation', () => {
  test('are made of people with an account, and one stays', async () => {
    const made = await ida.call('addInstanceAdmin', { body: { email: 'ANN@example.com ' } })
    expect(made).toMatchObject({ id: ann.id, role: 20, user_detail: { email: 'ann@example.com' } })
    expect(await ann.call('listInstanceAdmins', {})).toHaveLength(2)
    expect(await ann.call('getInstanceAdminMe', {})).toMatchObject({ user: ann.id })
    await ida.call('removeInstanceAdmin', { params: { instance_admin_id: ann.id } })
    expect(await ann.refused('listInstanceAdmins', {})).toMatchObject({ status: 403 })
    const last = await ida.refused('removeInstanceAdmin', { params: { instance_admin_id: ida.id } })
    expect(last).toMatchObject({ status: 400 })
    expect(await ida.call('listInstanceAdmins', {})).toHaveLength(1)
    const unknown = await ida.refused('addInstanceAdmin', { body: { email: 'nobody@example.com' } })
    expect(unknown.fields).toHaveProperty('email')
  })

  test('see every workspace and its owner', async () => {
    const bob = await createSignedInUser(server, 'bob@example.com')
    const { id, slug } = await bob.call('createWorkspace', { body: { name: 'Orbit', slug: 'orbit' } })
    await addMember(server, id, ann.id, 15)
    const all = await ida.call('listInstanceWorkspaces', {})
    expect(all.total_count).toBeGreaterThan(1)
    for (const search of ['ORBI', 'bob@']) {
      const found = await ida.call('listInstanceWorkspaces', { query: { search } })
      expect(found.results).toMatchObject([
        { slug, total_members: 2, total_projects: 0, storage: 0, owner: { email: 'bob@example.com' } },
      ])
    }
    const none = await ida.call('listInstanceWorkspaces', { query: { search: 'b%t' } })
    expect(none.results).toEqual([])
  })
})

test('the installation is named by its admins', async () => {
  expect(await ida.call('updateInstance', { body: { instance_name: 'Acme Labs' } })).toMatchObject({
    instance_name: 'Acme Labs',
  })
  expect(await ida.refused('updateInstance', { body: { instance_name: ' ' } })).toMatchObject({ status: 400 })
  expect(await ann.refused('updateInstance', { body: { instance_name: 'Mine' } })).toMatchObject({
    status: 403,
  })
})
