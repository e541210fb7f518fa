import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csrfField } from '#api/platform/http/csrf.ts'
import { hashToken, sessionCookie } from '#api/platform/http/session.ts'
import { signedInUserCookie } from '#common/identity/sign-in/signed-in-user.ts'
import { newId } from '#common/platform/ids.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
})

afterAll(() => server.close())

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(server.databaseUrl, statement, values)

async function signedUp(email: string): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  const { to } = await browser.post('signUp', { email, password })
  expect(to.pathname).toBe('/onboarding')
  return browser
}

async function meOf(browser: BrowserClient) {
  const answer = await browser.send('getMe')
  return { status: answer.status, ...JSON.parse(answer.text) }
}

describe('signing up', () => {
  test('creates a signed-in account with a profile', async () => {
    const browser = new BrowserClient(server)
    const { status, to } = await browser.post('signUp', { email: '  New.Person@Example.COM ', password })
    expect(status).toBe(302)
    expect(to.href).toBe(`${server.url}/onboarding`)
    expect(await meOf(browser)).toMatchObject({
      status: 200,
      email: 'new.person@example.com',
      display_name: 'new.person',
      is_email_verified: false,
      is_password_autoset: false,
      last_login_medium: 'email',
    })
    const profile = await browser.send('getProfile')
    expect(JSON.parse(profile.text)).toMatchObject({
      is_onboarded: false,
      language: 'en',
      start_of_the_week: 0,
    })
  })

  test('stores the password only as an Argon2id hash', async () => {
    await signedUp('hashed@example.com')
    const [row] = await sql<{ password_hash: string }>(
      "select * from users where email = 'hashed@example.com'",
    )
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(password)
  })

  test.each([
    ['', password, 5040],
    ['x@example.com', '', 5040],
    ['not an address', password, 5045],
    ['taken@example.com', password, 5030],
    ['weak@example.com', 'Password1!', 5021],
    ['weak@example.com', 'kite'.repeat(33), 5021],
  ])('with %j and %j is rejected with %i', async (email, chosen, code) => {
    if (code === 5030) await signedUp(email)
    const before = await sql('select count(*) from users')
    const browser = new BrowserClient(server)
    const { status, to } = await browser.post('signUp', { email, password: chosen, next_path: '/acme' })
    expect(status).toBe(302)
    expect(to.pathname).toBe('/sign-up')
    expect(to.searchParams.get('error_code')).toBe(String(code))
    expect(to.searchParams.get('next_path')).toBe('/acme')
    expect(to.search).not.toContain(encodeURIComponent(password))
    expect(browser.isSignedIn).toBe(false)
    expect(await sql('select count(*) from users')).toEqual(before)
  })

  test('with a zero byte is rejected first', async () => {
    const { status, text } = await new BrowserClient(server).post('signUp', {
      email: 'a\0b@example.com',
      password,
    })
    expect([status, JSON.parse(text).code]).toEqual([400, 'invalid'])
  })

  test('twice at the same time creates one account', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        new BrowserClient(server).post('signUp', { email: 'twin@example.com', password }),
      ),
    )
    expect(outcomes.filter(({ to }) => to.pathname === '/onboarding')).toHaveLength(1)
    expect(outcomes.filter(({ to }) => to.searchParams.get('error_code') === '5030')).toHaveLength(3)
    expect(await sql("select id from users where email = 'twin@example.com'")).toHaveLength(1)
  })
})

test('security 42: twenty concurrent first sign-ups create one instance admin', async () => {
  const fresh = await startTestServer({ TRUSTED_PROXIES: '1' })
  try {
    const instance = async () =>
      JSON.parse((await new BrowserClient(fresh).send('getInstance')).text).instance
    expect(await instance()).toMatchObject({ is_setup_done: false, workspaces_exist: false })
    const browsers = Array.from({ length: 20 }, () => new BrowserClient(fresh))
    await Promise.all(
      browsers.map((browser, at) => browser.post('signUp', { email: `p${at}@example.com`, password })),
    )
    const answers = await Promise.all(browsers.map((browser) => browser.send('getInstanceAdmin')))
    expect(answers.filter(({ text }) => JSON.parse(text).is_instance_admin)).toHaveLength(1)
    expect(await runSql(fresh.databaseUrl, 'select user_id from instance_admins')).toHaveLength(1)
    expect(await runSql(fresh.databaseUrl, 'select id from users')).toHaveLength(20)
    expect(await instance()).toMatchObject({ is_setup_done: true })
  } finally {
    await fresh.close()
  }
})

describe('signing in', () => {
  beforeAll(() => signedUp('sam@example.com'))

  test('creates a hashed session and a secure cookie', async () => {
    const browser = new BrowserClient(server)
    const { setCookies, headers } = await browser.post('signIn', { email: 'SAM@example.com', password })
    const cookie = setCookies.find((one) => one.startsWith(`${sessionCookie}=`)) ?? ''
    expect(cookie).toMatch(/^session-id=[0-9a-f]{128}; /)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(cookie).not.toContain('Secure')
    expect(headers.get('cache-control')).toBe('no-store')
    const token = browser.cookies.get(sessionCookie) ?? ''
    const rows = await sql<{ expires_at: Date }>('select * from sessions where token_hash = $1', [
      hashToken(token),
    ])
    expect(rows).toHaveLength(1)
    const days = ((rows[0]?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    expect(JSON.stringify(await sql('select * from sessions'))).not.toContain(token)
  })

  test('names the signed-in user in a readable cookie until the next sign-in or sign-out', async () => {
    const browser = await signedUp('reader@example.com')
    expect(browser.cookies.has(signedInUserCookie)).toBe(false)
    const { setCookies, text } = await browser.send('getMe')
    const cookie = setCookies.find((one) => one.startsWith(`${signedInUserCookie}=`))
    expect(cookie).not.toContain('HttpOnly')
    expect(browser.cookies.get(signedInUserCookie)).toBe(JSON.parse(text).id)
    expect((await browser.send('getMe')).setCookies).toEqual([])
    await browser.post('signIn', { email: 'sam@example.com', password })
    expect(browser.cookies.has(signedInUserCookie)).toBe(false)
    await browser.send('getMe')
    await browser.post('signOut')
    expect(browser.cookies.has(signedInUserCookie)).toBe(false)
  })

  test('marks the cookie as secure behind https', async () => {
    const https = await startTestServer({ TRUSTED_PROXIES: '1', APP_URL: 'https://tandem.example' })
    try {
      const browser = new BrowserClient(https)
      const origin = { origin: 'https://tandem.example' }
      const body = new URLSearchParams({
        [csrfField]: await browser.csrfToken(),
        email: 'a@example.com',
        password,
      })
      const { setCookies } = await browser.send('signUp', { body, headers: origin })
      expect(setCookies.find((one) => one.startsWith(`${sessionCookie}=`))).toContain('Secure')
    } finally {
      await https.close()
    }
  })

  test('ends the previous session of the browser', async () => {
    const browser = await signedUp('rotated@example.com')
    const old = browser.cookies.get(sessionCookie) ?? ''
    await browser.post('signIn', { email: 'rotated@example.com', password })
    expect(browser.cookies.get(sessionCookie)).not.toBe(old)
    expect(await sql('select 1 from sessions where token_hash = $1', [hashToken(old)])).toEqual([])
  })

  test.each([
    ['', password, 5070],
    ['sam@example.com', '', 5070],
    ['sam', password, 5075],
    ['sam@example.com', 'violet-harbour-92-kitE', 5065],
  ])('with %j and %j is rejected with %i', async (email, typed, code) => {
    const browser = new BrowserClient(server)
    const { status, to } = await browser.post('signIn', { email, password: typed })
    expect(status).toBe(302)
    expect(to.pathname).toBe('/')
    expect(to.searchParams.get('error_code')).toBe(String(code))
    expect(browser.isSignedIn).toBe(false)
  })

  test('security 47: an unknown address gets the same answer as a wrong password', async () => {
    const answer = async (email: string) => {
      const { status, to, headers, text, setCookies } = await new BrowserClient(server).post('signIn', {
        email,
        password: 'wrong-one',
      })
      to.searchParams.delete('email')
      return { status, to: to.href, text, setCookies, names: [...headers.keys()].sort() }
    }
    expect(await answer('nobody@example.com')).toEqual(await answer('sam@example.com'))
  })

  test('security 47: an unknown address also computes a hash', async () => {
    const took = async (email: string) => {
      const browser = new BrowserClient(server)
      const body = new URLSearchParams({
        [csrfField]: await browser.csrfToken(),
        email,
        password: 'wrong-one',
      })
      const times: number[] = []
      for (let run = 0; run < 7; run++) {
        const started = performance.now()
        await browser.send('signIn', { body })
        times.push(performance.now() - started)
      }
      return Math.min(...times)
    }
    const known = await took('sam@example.com')
    // For an unknown account, the server must also compute a password hash. Otherwise, the response would
    // take only about a tenth of the time and reveal that the account is unknown.
    expect(await took('nobody-at-all@example.com')).toBeGreaterThan(known / 3)
  })

  test('security 37: a deactivated account is reported only with its password', async () => {
    const browser = await signedUp('gone@example.com')
    await sql("update users set is_active = false where email = 'gone@example.com'")
    expect((await meOf(browser)).status).toBe(401)
    const again = async (typed: string) =>
      (
        await new BrowserClient(server).post('signIn', { email: 'gone@example.com', password: typed })
      ).to.searchParams.get('error_code')
    expect(await again(password)).toBe('5019')
    expect(await again('wrong-one')).toBe('5065')
    expect(await sql("select 1 from users where email = 'gone@example.com' and is_active")).toEqual([])
  })
})

describe('the redirect after signing in', () => {
  const arrive = async (email: string, next_path = '') =>
    (await new BrowserClient(server).post('signIn', { email, password, next_path })).to

  test('opens the last visited workspace, then the first', async () => {
    const email = 'ways@example.com'
    const browser = await signedUp(email)
    const { id } = await meOf(browser)
    expect((await arrive(email)).pathname).toBe('/onboarding')
    await sql('update profiles set is_onboarded = true where user_id = $1', [id])
    expect((await arrive(email)).pathname).toBe('/create-workspace')
    const host = await createSignedInUser(server, 'host@example.com')
    const made = [
      await host.call('createWorkspace', { body: { name: 'First', slug: 'first' } }),
      await host.call('createWorkspace', { body: { name: 'Second', slug: 'second' } }),
    ]
    await host.call('createInvitations', {
      params: { slug: 'first' },
      body: { emails: [{ email, role: 15 }] },
    })
    // An invitation is not enough to join the workspace, because the email address is not verified yet.
    expect((await arrive(email)).pathname).toBe('/create-workspace')
    await sql('update users set is_email_verified = true where id = $1', [id])
    expect((await arrive(email)).pathname).toBe('/invitations')
    for (const workspace of made) {
      await sql('insert into workspace_members (id, workspace_id, member_id, role) values ($1, $2, $3, 15)', [
        newId(),
        workspace.id,
        id,
      ])
    }
    expect((await arrive(email)).pathname).toBe('/first')
    await sql('update profiles set last_workspace_id = $1 where user_id = $2', [made[1]?.id, id])
    expect((await arrive(email)).pathname).toBe('/second')
    expect((await arrive(email, '/first/projects?x=1')).href).toBe(`${server.url}/first/projects?x=1`)
  })

  test.each([
    '//evil.example',
    'https://evil.example//x',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/../x',
  ])('security 43: ignores the hostile next path %j', async (next) => {
    const browser = await signedUp(`${newId()}@example.com`)
    const { email } = await meOf(browser)
    expect((await arrive(email, next)).href).toBe(`${server.url}/onboarding`)
    const refused = await browser.post('signIn', { email, password: 'wrong-one', next_path: next })
    expect(refused.to.origin).toBe(server.url)
    expect(refused.to.searchParams.has('next_path')).toBe(false)
  })

  test('security 45: a foreign host header changes no address', async () => {
    const browser = await signedUp('host-header@example.com')
    const body = new URLSearchParams({
      [csrfField]: await browser.csrfToken(),
      email: 'host-header@example.com',
      password,
    })
    const { headers } = await browser.send('signIn', {
      body,
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    })
    expect(headers.get('location')).toBe('/onboarding')
  })
})

describe('signing out', () => {
  test('ends this session and deletes its cookie', async () => {
    const browser = await signedUp('leaver@example.com')
    const other = new BrowserClient(server)
    await other.post('signIn', { email: 'leaver@example.com', password })
    const cookie = browser.cookie
    const { status, to, setCookies } = await browser.post('signOut')
    expect(status).toBe(302)
    expect(to.href).toBe(`${server.url}/`)
    expect(setCookies.join()).toMatch(/session-id=; Max-Age=0/)
    expect((await browser.send('getMe', { headers: { cookie } })).status).toBe(401)
    expect((await meOf(other)).status).toBe(200)
    const [row] = await sql("select * from users where email = 'leaver@example.com'")
    expect(row).toMatchObject({
      last_logout_time: expect.any(Date),
      last_logout_ip: expect.stringMatching(/^192\.0\.2\./),
    })
  })

  test('redirects to the sign-in screen with a safe next path', async () => {
    const browser = new BrowserClient(server)
    const next_path = '/workspace-invitations/?invitation_id=1&slug=acme&token=2'
    const { to } = await browser.post('signOut', { next_path })
    expect([to.pathname, to.searchParams.get('next_path')]).toEqual(['/', next_path])
    expect((await browser.post('signOut', { next_path: '//evil.example' })).to.href).toBe(`${server.url}/`)
  })

  test('redirects to the sign-in screen without a session', async () => {
    const { status, to } = await new BrowserClient(server).post('signOut')
    expect([status, to.pathname]).toEqual([302, '/'])
  })

  test('security 46: responses of a session are not cached', async () => {
    const browser = await signedUp('kept@example.com')
    for (const name of ['getMe', 'getProfile', 'getSettings', 'listMyWorkspaces'] as const) {
      expect((await browser.send(name)).headers.get('cache-control'), name).toBe('no-store')
    }
  })
})

describe('security 44: cross-site requests', () => {
  test.each(['signIn', 'signUp', 'signOut', 'magicSignIn', 'magicSignUp'] as const)(
    'security 44: %s without its token is refused',
    async (name) => {
      const browser = await signedUp(`${newId()}@example.com`)
      const { email } = await meOf(browser)
      const fields = { email, password, code: '123456' }
      const attempts = [
        new URLSearchParams(fields),
        new URLSearchParams({ ...fields, [csrfField]: 'x' }),
        // A CSRF token that belongs to another browser.
        new URLSearchParams({ ...fields, [csrfField]: await new BrowserClient(server).csrfToken() }),
      ]
      for (const body of attempts) {
        const { status, text } = await browser.send(name, { body })
        expect([status, JSON.parse(text).error]).toEqual([403, 'CSRF token not found'])
      }
      expect((await meOf(browser)).status).toBe(200)
    },
  )

  test('security 44: password changes require the token in a header', async () => {
    const browser = await signedUp('header@example.com')
    const change = { old_password: password, new_password: 'amber-lantern-17-fog' }
    expect((await browser.send('changePassword', { json: change })).status).toBe(403)
    expect((await browser.send('setPassword', { json: { password: 'amber-lantern-17-fog' } })).status).toBe(
      403,
    )
    expect(
      (await new BrowserClient(server).post('signIn', { email: 'header@example.com', password })).to.pathname,
    ).toBe('/onboarding')
  })

  test('security 44: a foreign origin is rejected with any token', async () => {
    const browser = await signedUp('origin@example.com')
    const body = new URLSearchParams({ [csrfField]: await browser.csrfToken() })
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      expect((await browser.send('signOut', { body, headers })).status).toBe(403)
      expect((await browser.send('updateMe', { json: { first_name: 'Eve' }, headers })).status).toBe(403)
    }
    expect(await meOf(browser)).toMatchObject({ status: 200, first_name: '' })
  })

  test('a rejected form shows a page', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const { status, text } = await new BrowserClient(server).send('signOut', {
      body: new URLSearchParams(),
      headers,
    })
    expect(status).toBe(403)
    expect(text).toContain('<p>CSRF token not found</p>')
  })

  test('a rejected form shows a page in the language of the browser', async () => {
    const { text } = await new BrowserClient(server).send('signOut', {
      body: new URLSearchParams(),
      headers: { accept: 'text/html', 'accept-language': 'de-AT, en;q=0.5' },
    })
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('<p>CSRF-Token nicht gefunden. Lade die Seite neu.</p>')
    expect(text).toContain('Tandem öffnen')
  })
})

describe('checking an address', () => {
  const ask = async (email: unknown) => {
    const { status, text } = await new BrowserClient(server).send('checkEmail', { json: { email } })
    return { status, ...JSON.parse(text) }
  }

  test('returns whether an account exists', async () => {
    await signedUp('asked@example.com')
    expect(await ask(' Asked@example.com')).toEqual({ status: 'CREDENTIAL', existing: true })
    expect(await ask('unasked@example.com')).toEqual({ status: 'CREDENTIAL', existing: false })
  })

  test.each([
    ['', 5010],
    [undefined, 5010],
    ['x', 5005],
  ])('%j is rejected with %i', async (email, error_code) => {
    expect(await ask(email)).toMatchObject({ status: 400, error_code, code: 'invalid' })
  })

  test('reports a non-text address by its field', async () => {
    expect(await ask(7)).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { email: [expect.any(String)] },
    })
  })
})

test('proposes codes to new users when there is a mail server', async () => {
  const mailing = await startTestServer({ TRUSTED_PROXIES: '1', SMTP_URL: 'smtp://127.0.0.1:9' })
  try {
    const ask = async (email: string) =>
      JSON.parse((await new BrowserClient(mailing).send('checkEmail', { json: { email } })).text)
    expect(await ask('new@example.com')).toEqual({ existing: false, status: 'MAGIC_CODE' })
    await new BrowserClient(mailing).post('signUp', { email: 'old@example.com', password })
    expect(await ask('old@example.com')).toEqual({ existing: true, status: 'CREDENTIAL' })
    await runSql(mailing.databaseUrl, 'update users set is_password_autoset = true')
    expect(await ask('old@example.com')).toEqual({ existing: true, status: 'MAGIC_CODE' })
    const { config } = JSON.parse((await new BrowserClient(mailing).send('getInstance')).text)
    expect(config).toMatchObject({
      is_smtp_configured: true,
      is_magic_login_enabled: true,
      app_base_url: mailing.url,
    })
  } finally {
    await mailing.close()
  }
})
