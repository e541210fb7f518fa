import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSql } from '../../support/api-client.ts'
import {
  BrowserClient,
  extractEmailCode,
  readEmailsTo,
  waitForEmailTo,
} from '../../support/browser-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
})

afterAll(() => server.close())

const sql = (statement: string, values: unknown[] = []) => runSql(server.databaseUrl, statement, values)

async function generate(email: string) {
  const { status, text } = await new BrowserClient(server).send('generateMagicCode', { json: { email } })
  return { status, ...JSON.parse(text) }
}

async function codeFor(email: string, seen: string[] = []): Promise<string> {
  expect(await generate(email)).toEqual({ status: 200, key: `magic_${email}` })
  return extractEmailCode(await waitForEmailTo(server, email, seen))
}

/** Signs in with a code. Returns the error number of the redirect, or the path of the redirect. */
async function enter(
  name: 'magicSignIn' | 'magicSignUp',
  email: string,
  code: string,
  browser = new BrowserClient(server),
) {
  const { to } = await browser.post(name, { email, code })
  return to.searchParams.get('error_code') ?? to.pathname
}

/** Returns a six-digit code that differs from `code`. */
const not = (code: string) => (code === '555555' ? '555556' : '555555')

async function account(email: string): Promise<void> {
  await new BrowserClient(server).post('signUp', { email, password })
}

describe('an emailed code', () => {
  test('creates an account with a verified address', async () => {
    const email = 'codes@example.com'
    const code = await codeFor(email)
    const browser = new BrowserClient(server)
    expect(await enter('magicSignUp', email, ` ${code.slice(0, 3)} ${code.slice(3)}`, browser)).toBe(
      '/onboarding',
    )
    expect(JSON.parse((await browser.send('getMe')).text)).toMatchObject({
      email,
      is_email_verified: true,
      is_password_autoset: true,
      last_login_medium: 'magic-code',
    })
  })

  test('has the language of the browser, and so has the new account', async () => {
    const email = 'lea@example.com'
    const browser = new BrowserClient(server, undefined, 'fr-CA,fr;q=0.9,en;q=0.5')
    await browser.send('generateMagicCode', { json: { email } })
    const mail = await waitForEmailTo(server, email)
    expect(mail).toContain('est votre code Tandem')
    await enter('magicSignUp', email, extractEmailCode(mail), browser)
    expect(JSON.parse((await browser.send('getProfile')).text)).toMatchObject({ language: 'fr' })
    // The account stores the language. If another browser requests a code, the email is therefore in the same
    // language.
    await new BrowserClient(server).send('generateMagicCode', { json: { email } })
    expect(await waitForEmailTo(server, email, [mail])).toContain('est votre code Tandem')
  })

  test('signs in to an existing account', async () => {
    const email = 'returning@example.com'
    await enter('magicSignUp', email, await codeFor(email))
    const seen = [await waitForEmailTo(server, email)]
    expect(await enter('magicSignIn', email, await codeFor(email, seen))).toBe('/onboarding')
  })

  test('works once, also for concurrent requests', async () => {
    const email = 'once@example.com'
    await enter('magicSignUp', email, await codeFor(email))
    const code = await codeFor(email, [await waitForEmailTo(server, email)])
    const outcomes = await Promise.all([1, 2, 3].map(() => enter('magicSignIn', email, code)))
    expect(outcomes.filter((outcome) => outcome === '/onboarding')).toHaveLength(1)
    expect(await enter('magicSignIn', email, code)).toBe('5095')
  })

  test('expires after ten minutes', async () => {
    await account('late@example.com')
    const code = await codeFor('late@example.com')
    const [row] = await sql(
      "select expires_at - now() as left from mailed_secrets where subject = 'late@example.com'",
    )
    expect(row?.['left']).toMatchObject({ minutes: 9, seconds: expect.any(Number) })
    await sql(
      "update mailed_secrets set expires_at = now() - interval '1 second' where subject = 'late@example.com'",
    )
    expect(await enter('magicSignIn', 'late@example.com', code)).toBe('5095')
    expect(await enter('magicSignUp', 'late@example.com', code)).toBe('5097')
  })

  test('is stored as a keyed hash', async () => {
    const code = await codeFor('stored@example.com')
    const [row] = await sql("select * from mailed_secrets where subject = 'stored@example.com'")
    expect(JSON.stringify(row)).not.toContain(code)
    expect(row?.['secret_hash']).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is invalid for another address', async () => {
    await account('victim@example.com')
    await codeFor('victim@example.com')
    const code = await codeFor('thief@example.com')
    expect(await enter('magicSignIn', 'victim@example.com', code)).toBe('5090')
  })

  test.each([
    ['magicSignIn', '', '123456', '5085'],
    ['magicSignIn', 'x@example.com', '', '5085'],
    ['magicSignIn', 'x', '123456', '5080'],
    ['magicSignIn', 'x@example.com', '12345a', '5090'],
    ['magicSignIn', 'x@example.com', '123456', '5095'],
    ['magicSignUp', '', '123456', '5055'],
    ['magicSignUp', 'x@example.com', '', '5055'],
    ['magicSignUp', 'x', '123456', '5050'],
    ['magicSignUp', 'x@example.com', '000000', '5092'],
    ['magicSignUp', 'x@example.com', '123456', '5097'],
  ] as const)('%s with %j and %j is refused with %s', async (name, email, code, error) => {
    const browser = new BrowserClient(server)
    expect(await enter(name, email, code, browser)).toBe(error)
    expect(browser.isSignedIn).toBe(false)
  })

  test('creates no second account for an address', async () => {
    await account('settled@example.com')
    expect(await enter('magicSignUp', 'settled@example.com', await codeFor('settled@example.com'))).toBe(
      '5030',
    )
  })

  test('signs nobody in without an account', async () => {
    expect(await enter('magicSignIn', 'stranger@example.com', await codeFor('stranger@example.com'))).toBe(
      '5060',
    )
  })
})

describe('requesting a code', () => {
  test.each([
    ['', 5010],
    ['x', 5005],
  ])('for %j is rejected with %i', async (email, error_code) => {
    expect(await generate(email)).toMatchObject({ status: 400, error_code })
  })

  test('is possible three more times', async () => {
    await account('again@example.com')
    const code = await codeFor('again@example.com')
    for (let sent = 1; sent < 4; sent++) expect((await generate('again@example.com')).status).toBe(200)
    // A second request sends the same code again, so that it does not invalidate the code that the user is
    // typing.
    await expect
      .poll(async () => (await readEmailsTo(server, 'again@example.com')).map(extractEmailCode))
      .toEqual(Array(4).fill(code))
    expect(await generate('again@example.com')).toMatchObject({ status: 400, error_code: 5100 })
    for (let sent = 0; sent < 4; sent++) await generate('never@example.com')
    expect(await generate('never@example.com')).toMatchObject({ status: 400, error_code: 5102 })
    expect(await enter('magicSignIn', 'again@example.com', code)).toBe('/onboarding')
  })

  test('is possible again after ten minutes', async () => {
    const code = await codeFor('patient@example.com')
    const first = [await waitForEmailTo(server, 'patient@example.com')]
    for (let sent = 1; sent < 4; sent++) await generate('patient@example.com')
    await sql(
      "update mailed_secrets set created_at = now() - interval '11 minutes' where subject = 'patient@example.com'",
    )
    const next = await codeFor('patient@example.com', first)
    expect(next).not.toBe(code)
    expect(await enter('magicSignUp', 'patient@example.com', code)).toBe('5092')
    expect(await enter('magicSignUp', 'patient@example.com', next)).toBe('/onboarding')
  })

  test('security 45: the email contains only our own address', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    await new BrowserClient(server).send('generateMagicCode', {
      json: { email: 'mail@example.com' },
      headers,
    })
    const mail = await waitForEmailTo(server, 'mail@example.com')
    expect(mail).toContain(server.url)
    expect(mail).not.toContain('evil.example')
  })
})

describe('security 31: guessing', () => {
  test('security 31: five wrong codes invalidate the right one', async () => {
    await account('guessed@example.com')
    const code = await codeFor('guessed@example.com')
    for (let guess = 0; guess < 5; guess++)
      expect(await enter('magicSignIn', 'guessed@example.com', not(code))).toBe('5090')
    expect(await enter('magicSignIn', 'guessed@example.com', code)).toBe('5100')
  })

  test('security 31: concurrent attempts are counted one by one', async () => {
    const code = await codeFor('parallel@example.com')
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => enter('magicSignUp', 'parallel@example.com', not(code))),
    )
    expect(outcomes.filter((outcome) => outcome === '5092')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === '5102')).toHaveLength(7)
    expect(await enter('magicSignUp', 'parallel@example.com', code)).toBe('5102')
  })

  test('security 31: attempts from many addresses share one limit', async () => {
    await account('famous@example.com')
    const statuses: number[] = []
    for (let guess = 0; guess < 21; guess++) {
      const { status } = await new BrowserClient(server).post('signIn', {
        email: 'famous@example.com',
        password: `wrong-${guess}`,
      })
      statuses.push(status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(302))
    expect(statuses[20]).toBe(429)
    // When the rate limit is reached, the server rejects even the correct password. Otherwise, the response
    // would reveal that the password is correct.
    const { status, headers } = await new BrowserClient(server).post('signIn', {
      email: 'famous@example.com',
      password,
    })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    // The rate limit of one account does not affect other accounts.
    await account('quiet@example.com')
    expect(
      (await new BrowserClient(server).post('signIn', { email: 'quiet@example.com', password })).status,
    ).toBe(302)
  })

  test('security 31: a successful sign-in uses up no attempts', async () => {
    await account('busy@example.com')
    for (let time = 0; time < 25; time++) {
      expect(
        (await new BrowserClient(server).post('signIn', { email: 'busy@example.com', password })).status,
      ).toBe(302)
    }
  })
})

/** Links an external account to the account, creates an API token, and returns the token. */
async function leftIn(browser: BrowserClient, subject: string): Promise<string> {
  const { id } = JSON.parse((await browser.send('getMe')).text)
  await sql(
    `insert into linked_accounts (id, user_id, provider, issuer, provider_account_id, metadata, last_connected_at)
     values (gen_random_uuid(), $1, 'oidc', 'https://id.example', $2, '{}', now())`,
    [id, subject],
  )
  const made = await browser.send('createApiToken', { json: { label: 'Mine', scope: 'write' } })
  return JSON.parse(made.text).token
}

test('security 36: a reset link revokes all access of an unverified account’s creator', async () => {
  const email = 'reclaimed@example.com'
  const squatter = new BrowserClient(server)
  await squatter.post('signUp', { email, password })
  const key = await leftIn(squatter, 'reclaimed')
  await new BrowserClient(server).send('forgotPassword', { json: { email } })
  const link = new URL(/https?:\/\/\S+/.exec(await waitForEmailTo(server, email))?.[0] ?? '')
  const params = {
    uidb64: link.searchParams.get('uidb64') ?? '',
    token: link.searchParams.get('token') ?? '',
  }
  await new BrowserClient(server).post('resetPassword', { password: 'amber-lantern-17-fog' }, params)
  expect((await squatter.send('getMe')).status).toBe(401)
  expect((await squatter.send('getMe', { headers: { 'x-api-key': key } })).status).toBe(401)
  expect(await sql("select 1 from linked_accounts where provider_account_id = 'reclaimed'")).toEqual([])
})

test('security 36: a code revokes all access of an unverified account’s creator', async () => {
  const email = 'claimed@example.com'
  const squatter = new BrowserClient(server)
  await squatter.post('signUp', { email, password })
  const key = await leftIn(squatter, 'claimed')
  const owner = new BrowserClient(server)
  expect(await enter('magicSignIn', email, await codeFor(email), owner)).toBe('/onboarding')
  expect((await squatter.send('getMe')).status).toBe(401)
  expect((await squatter.send('getMe', { headers: { 'x-api-key': key } })).status).toBe(401)
  expect(await sql("select 1 from linked_accounts where provider_account_id = 'claimed'")).toEqual([])
  expect(
    (await new BrowserClient(server).post('signIn', { email, password })).to.searchParams.get('error_code'),
  ).toBe('5065')
  expect(JSON.parse((await owner.send('getMe')).text)).toMatchObject({
    is_email_verified: true,
    is_password_autoset: true,
  })
})

test('security 37: a deactivated account gets no code', async () => {
  await account('closed@example.com')
  const code = await codeFor('closed@example.com')
  await sql("update users set is_active = false where email = 'closed@example.com'")
  expect(await enter('magicSignIn', 'closed@example.com', code)).toBe('5019')
  expect((await generate('closed@example.com')).status).toBe(200)
  // Emails are sent in order. After this later email, no email to the deactivated account can follow.
  await codeFor('after@example.com')
  expect(await readEmailsTo(server, 'closed@example.com')).toHaveLength(1)
})
