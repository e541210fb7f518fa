import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkedAccount, session } from '#common/personal/account/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../../support/api-client.ts'
import { BrowserClient, extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { addMember, createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  // The first user of a Tandem instance becomes its admin. Admins cannot deactivate their account, so the tests use
  // other users.
  await account('owner@example.com')
  cast = await createWorkspaceWithUsers(server)
})
afterAll(() => server.close())

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(server.databaseUrl, statement, values)

async function account(email: string): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  return browser
}

async function signIn(email: string, typed = password): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  await browser.post('signIn', { email, password: typed })
  return browser
}

/**
 * Signs in with a new emailed code. Returns the browser and the error, if any. The account must have received an
 * email before.
 */
async function enterByCode(email: string) {
  const seen = await waitForEmailTo(server, email, [])
  const browser = new BrowserClient(server)
  await browser.send('generateMagicCode', { json: { email } })
  const code = extractEmailCode(await waitForEmailTo(server, email, [seen]))
  const { to } = await browser.post('magicSignIn', { email, code })
  return { browser, error: to.searchParams.get('error_code') }
}

/** Creates a signed-in member of the workspace Acme with the role `held`. */
async function colleague(name: string, held: number = role.member): Promise<ApiClient> {
  const person = await createSignedInUser(server, `${name}@example.com`)
  await addMember(server, cast.workspace_id, person.id, held)
  return person
}

const standing = (who: ApiClient) =>
  sql<{ is_active: boolean }>('select is_active from workspace_members where member_id = $1', [who.id])

describe('a deactivated account', () => {
  test('security 37: ends memberships, sessions, sockets and tokens, and keeps the content', async () => {
    const mia = await colleague('mia')
    const project = await cast.ann.call('createProject', {
      params: { slug: cast.slug },
      body: { name: 'Atlas', identifier: 'ATL' },
    })
    const params = { slug: cast.slug, project_id: project.id }
    await cast.ann.call('addProjectMembers', {
      params,
      body: { members: [{ member_id: mia.id, role: role.member }] },
    })
    const item = await mia.call('createWorkItem', { params, body: { name: 'Hers' } })
    const { token } = await mia.call('createApiToken', { body: { label: 'Bot' } })
    const live = await connectLive(server, mia)
    const heard = await connectLive(server, cast.ann)
    await heard.subscribe(cast.slug)

    await mia.call('deactivateMe', {})
    await expect.poll(() => live.socket.connected, { timeout: 1000 }).toBe(false)
    expect(await mia.refused('getMe', {})).toMatchObject({ status: 401 })
    expect((await fetch(`${server.url}/api/users/me/`, { headers: { 'x-api-key': token } })).status).toBe(401)
    expect(await standing(mia)).toEqual([{ is_active: false }])
    expect(await sql('select 1 from sessions where user_id = $1', [mia.id])).toEqual([])
    const [profile] = await sql('select is_onboarded, last_workspace_id from profiles where user_id = $1', [
      mia.id,
    ])
    expect(profile).toEqual({ is_onboarded: false, last_workspace_id: null })
    for (const entity of ['workspace_members', 'project_members'])
      await heard.hears((change) => change.entity === entity && change.op === 'update')
    expect(heard.heard).toHaveLength(2)
    const kept = await cast.ann.call('getWorkItem', { params: { ...params, id: item.id } })
    expect(kept).toMatchObject({ name: 'Hers', created_by: mia.id })
    expect(await waitForEmailTo(server, mia.email)).toContain('You deactivated your account')
    live.close()
    heard.close()
  })

  test('security 37: is reactivated only with an emailed code', async () => {
    const email = 'back@example.com'
    const browser = await account(email)
    expect((await browser.send('deactivateMe')).status).toBe(204)
    expect(browser.isSignedIn).toBe(false)
    expect((await signIn(email)).isSignedIn).toBe(false)
    // A password reset does not reactivate the account, and no email reveals that the account exists.
    await new BrowserClient(server).send('forgotPassword', { json: { email } })
    expect(
      await sql("select 1 from mailed_secrets where purpose = 'reset_password' and subject = $1", [email]),
    ).toEqual([])
    const { browser: again, error } = await enterByCode(email)
    expect(error).toBeNull()
    expect(JSON.parse((await again.send('getMe')).text)).toMatchObject({ email, is_active: true })
    await expect
      .poll(() => waitForEmailTo(server, email).then((mail) => mail.includes('active again')))
      .toBe(true)
  })

  test('regains workspaces without other people, also with a service account', async () => {
    const email = 'alone@example.com'
    const browser = await account(email)
    await browser.send('createWorkspace', { json: { name: 'Alone', slug: 'alone' } })
    const agent = { params: { slug: 'alone' }, json: { display_name: 'Agent' } }
    expect((await browser.send('createServiceAccount', agent)).status).toBe(201)
    expect((await browser.send('deactivateMe')).status).toBe(204)
    const { browser: again } = await enterByCode(email)
    expect(JSON.parse((await again.send('listMyWorkspaces')).text)).toMatchObject([
      { slug: 'alone', role: role.admin },
    ])
  })

  test('security 5, 37: does not regain a workspace that it was removed from', async () => {
    const [maker, last] = [await account('maker@example.com'), await account('last@example.com')]
    const idOf = async (who: BrowserClient) => JSON.parse((await who.send('getMe')).text).id
    const made = await maker.send('createWorkspace', { json: { name: 'Handed over', slug: 'handed' } })
    await addMember(server, JSON.parse(made.text).id, await idOf(last), role.admin)
    const params = { slug: 'handed' }
    const members = JSON.parse((await last.send('listWorkspaceMembers', { params })).text)
    const id = await idOf(maker)
    const { id: member_id } = members.find(({ member }: { member: { id: string } }) => member.id === id)
    await last.send('removeWorkspaceMember', { params: { ...params, member_id } })
    for (const who of [last, maker]) expect((await who.send('deactivateMe')).status).toBe(204)
    const again = async (email: string) =>
      JSON.parse((await (await enterByCode(email)).browser.send('listMyWorkspaces')).text)
    expect(await again('maker@example.com')).toEqual([])
    expect(await again('last@example.com')).toMatchObject([{ slug: 'handed', role: role.admin }])
  })

  test('is rejected for the last admin, and nothing is written', async () => {
    const before = await sql('select count(*) from changes')
    const ida = await colleague('ida')
    await sql('insert into instance_admins (user_id) values ($1)', [ida.id])
    expect(await ida.refused('deactivateMe', {})).toMatchObject({
      status: 400,
      error: expect.stringContaining('You are an instance admin'),
    })
    expect(await cast.ann.refused('deactivateMe', {})).toMatchObject({
      status: 400,
      error: expect.stringContaining('only admin of the workspace “Acme”'),
    })
    expect(await sql('select count(*) from changes')).toEqual(before)
    const pat = await colleague('pat')
    const project = await pat.call('createProject', {
      params: { slug: cast.slug },
      body: { name: 'Borealis', identifier: 'BOR' },
    })
    await pat.call('addProjectMembers', {
      params: { slug: cast.slug, project_id: project.id },
      body: { members: [{ member_id: cast.max.id, role: role.member }] },
    })
    expect(await pat.refused('deactivateMe', {})).toMatchObject({
      status: 400,
      error: expect.stringContaining('only admin of the project “Borealis”'),
    })
    for (const who of [ida, cast.ann, pat]) {
      expect(await standing(who)).toEqual([{ is_active: true }])
      expect(await who.call('getMe', {})).toMatchObject({ is_active: true })
    }
  })

  test('one of two admins who leave at the same time stays', async () => {
    const [one, two] = [
      await createSignedInUser(server, 'one@example.com'),
      await createSignedInUser(server, 'two@example.com'),
    ]
    const both = await one.call('createWorkspace', { body: { name: 'Both', slug: 'both' } })
    await addMember(server, both.id, two.id, role.admin)
    await addMember(server, both.id, (await createSignedInUser(server, 'three@example.com')).id, role.member)
    const went = await Promise.allSettled([one.call('deactivateMe', {}), two.call('deactivateMe', {})])
    expect(went.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('sessions', () => {
  test('security 38: are listed without secrets and ended one by one or all others', async () => {
    const email = 'many@example.com'
    const first = await account(email)
    const second = await signIn(email)
    const third = await signIn(email)
    const { text } = await first.send('listSessions')
    const listed = session.strict().array().parse(JSON.parse(text))
    expect(listed).toHaveLength(3)
    expect(listed.filter((one) => one.is_current)).toHaveLength(1)
    const hashes = await sql<{ token_hash: string }>('select token_hash from sessions')
    for (const { token_hash } of hashes) expect(text).not.toContain(token_hash)

    const own: unknown = JSON.parse((await second.send('listSessions')).text)
    const live = await connectLive(server, first)
    let told = 0
    live.socket.on('sessions', () => void told++)
    const { id } = session
      .array()
      .parse(own)
      .find((one) => one.is_current) ?? { id: '' }
    expect((await first.send('endSession', { params: { session_id: id } })).status).toBe(204)
    expect((await second.send('getMe')).status).toBe(401)
    await expect.poll(() => told).toBe(1)
    live.close()
    expect((await third.send('getMe')).status).toBe(200)
    expect((await first.send('endOtherSessions')).status).toBe(204)
    expect((await third.send('getMe')).status).toBe(401)
    expect((await first.send('getMe')).status).toBe(200)
  })

  test('security 50: of others are not found, and their sockets stay open', async () => {
    const live = await connectLive(server, cast.max)
    const [max] = await sql<{ id: string }>('select id from sessions where user_id = $1', [cast.max.id])
    const params = { session_id: max?.id ?? '' }
    expect(await cast.eve.refused('endSession', { params })).toMatchObject({ status: 404 })
    expect(await cast.eve.refused('endSession', { params: { session_id: newId() } })).toMatchObject({
      status: 404,
    })
    await cast.eve.call('endOtherSessions', {})
    expect(await cast.max.call('listSessions', {})).toHaveLength(1)
    expect(live.socket.connected).toBe(true)
    live.close()
  })

  test('show where they were last used, at most every ten minutes', async () => {
    await sql(
      "update sessions set last_used_at = now() - interval '11 minutes', ip = null where user_id = $1",
      [cast.gus.id],
    )
    const [used] = await cast.gus.call('listSessions', {})
    expect(Date.now() - Date.parse(used?.last_used_at ?? '')).toBeLessThan(60_000)
    expect(used?.ip).toMatch(/127\.0\.0\.1|::1/)
  })

  test('security 35: cannot be used by API tokens', async () => {
    const { token } = await cast.max.call('createApiToken', { body: { scope: 'write' } })
    for (const [method, path] of [
      ['GET', 'sessions/'],
      ['DELETE', 'sessions/'],
      ['DELETE', ''],
      ['PATCH', 'email/'],
    ]) {
      const answer = await fetch(`${server.url}/api/users/me/${path}`, {
        method: method ?? '',
        headers: { 'x-api-key': token, 'content-type': 'application/json' },
        ...(method === 'PATCH' && { body: '{}' }),
      })
      expect({ [`${method} ${path}`]: answer.status }).toEqual({ [`${method} ${path}`]: 403 })
    }
    expect(await cast.max.call('getMe', {})).toMatchObject({ is_active: true })
  })
})

describe('another email address', () => {
  test('security 36, 38: requires a code, notifies both addresses and ends other sessions', async () => {
    const browser = await account('before@example.com')
    const other = await signIn('before@example.com')
    const email = 'after@example.com'
    // The server sends a code only after a valid proof of identity. Neither the session alone nor a wrong password or a
    // wrong code is enough.
    for (const proof of [{}, { password: 'not it' }, { mailed_code: '123456' }])
      expect((await browser.send('generateEmailCode', { json: { email, ...proof } })).status).toBe(400)
    expect(await sql('select id from mailed_secrets where purpose = $1', ['change_email'])).toEqual([])
    expect((await browser.send('generateEmailCode', { json: { email, password } })).status).toBe(200)
    const code = extractEmailCode(await waitForEmailTo(server, email))
    const wrong = await browser.send('changeEmail', { json: { email, code: '000000' } })
    expect(wrong.status).toBe(400)
    // The code of another user is rejected.
    const stranger = await account('stranger@example.com')
    expect((await stranger.send('changeEmail', { json: { email, code } })).status).toBe(400)
    expect((await browser.send('changeEmail', { json: { email, code } })).status).toBe(200)
    expect(JSON.parse((await browser.send('getMe')).text)).toMatchObject({ email, is_email_verified: true })
    expect((await other.send('getMe')).status).toBe(401)
    for (const to of ['before@example.com', email])
      await expect
        .poll(() => waitForEmailTo(server, to).then((mail) => mail.includes('was changed from')))
        .toBe(true)
    expect((await signIn('before@example.com')).isSignedIn).toBe(false)
    expect((await signIn(email)).isSignedIn).toBe(true)
  })

  test('security 39: invalidates secrets that were sent to the old address', async () => {
    const [old, email] = ['desk@example.com', 'desk-before@example.com']
    const browser = await account(old)
    await browser.send('forgotPassword', { json: { email: old } })
    const link = /https?:\/\/\S+/.exec(await waitForEmailTo(server, old))?.[0] ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    await new BrowserClient(server).send('generateMagicCode', { json: { email: old } })
    await browser.send('generateEmailCode', { json: { email, password } })
    const code = extractEmailCode(await waitForEmailTo(server, email))
    expect((await browser.send('changeEmail', { json: { email, code } })).status).toBe(200)
    expect(await sql('select purpose from mailed_secrets where subject = $1', [old])).toEqual([])

    const next = await account(old)
    const { id } = JSON.parse((await next.send('getMe')).text)
    const params = { uidb64: Buffer.from(id).toString('base64url'), token }
    const { to } = await new BrowserClient(server).post(
      'resetPassword',
      { password: `${password}-2` },
      params,
    )
    expect(to.searchParams.get('error_code')).not.toBeNull()
    expect((await signIn(old)).isSignedIn).toBe(true)
  })

  test.each([
    ['', 'Email is required'],
    ['nonsense', 'Invalid email format'],
    ['MAX@example.com ', 'New email must be different from current email'],
    ['ann@example.com', 'An account with this email already exists'],
  ])('“%s” is rejected and nothing is written', async (email, problem) => {
    const before = await sql('select count(*) from mailed_secrets')
    expect(await cast.max.refused('generateEmailCode', { body: { email } })).toMatchObject({
      status: 400,
      fields: { email: [problem] },
    })
    expect(await sql('select count(*) from mailed_secrets')).toEqual(before)
  })

  test('security 31: five wrong codes invalidate it', async () => {
    const email = 'guessed@example.com'
    await sql('update users set is_password_autoset = true where id = $1', [cast.gus.id])
    await cast.gus.call('generateProofCode', {})
    const mailed_code = extractEmailCode(await waitForEmailTo(server, cast.gus.email))
    await cast.gus.call('generateEmailCode', { body: { email, mailed_code } })
    const code = extractEmailCode(await waitForEmailTo(server, email))
    for (let tries = 0; tries < 5; tries++)
      await cast.gus.refused('changeEmail', { body: { email, code: '000000' } })
    expect(await cast.gus.refused('changeEmail', { body: { email, code } })).toMatchObject({ status: 400 })
    expect(await cast.gus.call('getMe', {})).toMatchObject({ email: 'gus@example.com' })
  })
})

test('sign-in opens the first screen that the user has chosen', async () => {
  const browser = await account('begins@example.com')
  await browser.send('createWorkspace', { json: { name: 'Begins', slug: 'begins' } })
  const chosen = { is_onboarded: true, first_screen: 'inbox', enter_sends: true }
  const { text } = await browser.send('updateProfile', { json: chosen })
  expect(JSON.parse(text)).toMatchObject(chosen)
  const refused = await browser.send('updateProfile', { json: { first_screen: '//evil.example' } })
  expect(refused.status).toBe(400)
  const again = await new BrowserClient(server).post('signIn', { email: 'begins@example.com', password })
  expect(again.to.pathname).toBe('/begins/notifications')
})

test('linked accounts are visible to their owner only', async () => {
  await sql(
    `insert into linked_accounts (id, user_id, provider, issuer, provider_account_id) values ($1, $2, 'github', 'https://github.com', '12345')`,
    [newId(), cast.max.id],
  )
  const own = linkedAccount
    .strict()
    .array()
    .parse(await cast.max.call('listMyAccounts', {}))
  expect(own).toMatchObject([{ provider: 'github', provider_account_id: '12345', user: cast.max.id }])
  expect(await cast.ann.call('listMyAccounts', {})).toEqual([])
})

test('release notes are the versions of the changelog', async () => {
  const [version] = await cast.gus.call('listReleaseNotes', {})
  expect(version?.title).toMatch(/^\d+\.\d+\.\d+$/)
  const added = version?.sections.find(({ title }) => title === 'Added')
  expect(added?.entries.length).toBeGreaterThan(10)
})

test('the older form of list preferences stores what was sent', async () => {
  const params = { slug: cast.slug }
  const view_props = { display_filters: { layout: 'spreadsheet' } }
  await cast.max.call('setWorkspaceView', { params, body: { view_props } })
  expect(await cast.max.call('getWorkspaceUserProperties', { params })).toMatchObject(view_props)
  expect(await cast.eve.refused('setWorkspaceView', { params, body: { view_props } })).toMatchObject({
    status: 404,
  })
})
