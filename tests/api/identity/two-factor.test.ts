import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSql } from '../../support/api-client.ts'
import {
  BrowserClient,
  extractEmailCode,
  readEmailsTo,
  waitForEmailTo,
} from '../../support/browser-client.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import {
  type AccountWithAuthenticator,
  generateAuthenticatorCode,
  setUpAuthenticator,
  wrongCode,
} from '../../support/two-factor.ts'

const password = 'violet-harbour-92-kite'
const next = 'amber-lantern-17-fog'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
})
afterAll(() => server.close())

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(server.databaseUrl, statement, values)

interface Owner extends AccountWithAuthenticator {
  email: string
  browser: BrowserClient
}

/** Creates a signed-in account with password and authenticator app. */
async function owner(name: string): Promise<Owner> {
  const email = `${name}@example.com`
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  return { email, browser, ...(await setUpAuthenticator(server, browser, password)) }
}

/** Returns the error number of a redirect, or the path of the redirect. */
async function outcome(posted: ReturnType<BrowserClient['post']>): Promise<string | number> {
  const { status, to } = await posted
  return status === 302 ? (to.searchParams.get('error_code') ?? to.pathname) : status
}

const signIn = (browser: BrowserClient, email: string, typed = password) =>
  outcome(browser.post('signIn', { email, password: typed }))
const answer = (browser: BrowserClient, code: string) => outcome(browser.post('answerSecondFactor', { code }))

/** Enters email address and password, and returns the browser when it is asked for the second factor. */
async function asked(email: string, typed = password): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  expect(await signIn(browser, email, typed)).toBe('/accounts/second-factor')
  return browser
}

const last = async (email: string, seen: string[] = []) => waitForEmailTo(server, email, seen)

async function mailedCode(browser: BrowserClient, email: string): Promise<string> {
  const codes = async () =>
    (await readEmailsTo(server, email)).map(extractEmailCode).filter((code) => code !== '')
  const before = await codes()
  await browser.send('generateMagicCode', { json: { email } })
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(before.length)
  return (await codes()).at(-1) ?? ''
}

async function resetBy(email: string): Promise<string | number> {
  const seen = [await last(email)]
  const browser = new BrowserClient(server)
  await browser.send('forgotPassword', { json: { email } })
  const link = new URL(/https?:\/\/\S+/.exec(await last(email, seen))?.[0] ?? '')
  const of = (name: string) => link.searchParams.get(name) ?? ''
  const posted = browser.post(
    'resetPassword',
    { password: next },
    { uidb64: of('uidb64'), token: of('token') },
  )
  const { to } = await posted
  expect(browser.isSignedIn).toBe(false)
  return to.searchParams.has('success') ? 'changed' : 'refused'
}

describe('security 32: with a second factor, no session starts before it', () => {
  test('with the password', async () => {
    const { email, secret } = await owner('by-password')
    const browser = await asked(email)
    expect(browser.isSignedIn).toBe(false)
    expect((await browser.send('getMe')).status).toBe(401)
    expect(JSON.parse((await browser.send('getSignInChallenge')).text)).toEqual({
      email,
      has_totp: true,
      has_passkey: false,
    })
    expect(await answer(browser, generateAuthenticatorCode(secret))).toBe('/onboarding')
    expect(JSON.parse((await browser.send('getMe')).text)).toMatchObject({
      email,
      last_login_medium: 'email',
    })
  })

  test('with an emailed code', async () => {
    const { email, secret } = await owner('by-code')
    const browser = new BrowserClient(server)
    const code = await mailedCode(browser, email)
    expect(await outcome(browser.post('magicSignIn', { email, code, next_path: '/acme/projects' }))).toBe(
      '/accounts/second-factor',
    )
    expect(browser.isSignedIn).toBe(false)
    const posted = browser.post('answerSecondFactor', {
      code: generateAuthenticatorCode(secret),
      next_path: '/acme/projects',
    })
    expect(await outcome(posted)).toBe('/acme/projects')
    expect(browser.isSignedIn).toBe(true)
  })

  test('after a password reset, which the new password also requires', async () => {
    const { email, secret } = await owner('by-link')
    expect(await resetBy(email)).toBe('changed')
    const browser = await asked(email, next)
    expect(browser.isSignedIn).toBe(false)
    expect(await answer(browser, generateAuthenticatorCode(secret))).toBe('/onboarding')
  })

  test('by signing up with the address', async () => {
    const { email } = await owner('by-sign-up')
    const browser = new BrowserClient(server)
    expect(await outcome(browser.post('signUp', { email, password }))).toBe('5030')
    const code = await mailedCode(browser, email)
    expect(await outcome(browser.post('magicSignUp', { email, code }))).toBe('5030')
    expect(browser.isSignedIn).toBe(false)
  })

  test('by changing the address', async () => {
    const { email, browser, secret, recovery_codes } = await owner('by-address')
    const seen = await last(email).then((mail) => [mail])
    const wanted = { email: 'moved@example.com' }
    const byPassword = await browser.send('generateEmailCode', { json: { ...wanted, password } })
    expect(byPassword.status).toBe(400)
    await browser.send('generateEmailCode', { json: { ...wanted, code: recovery_codes[0] } })
    const code = extractEmailCode(await last('moved@example.com', seen))
    expect((await browser.send('changeEmail', { json: { email: 'moved@example.com', code } })).status).toBe(
      200,
    )
    const other = await asked('moved@example.com')
    expect(await answer(other, generateAuthenticatorCode(secret))).toBe('/onboarding')
  })

  test('by reactivating the account', async () => {
    const { email, browser, secret } = await owner('returning')
    expect((await browser.send('deactivateMe')).status).toBe(204)
    const back = new BrowserClient(server)
    const code = await mailedCode(back, email)
    expect(await outcome(back.post('magicSignIn', { email, code }))).toBe('/accounts/second-factor')
    const standing = () => sql('select is_active from users where email = $1', [email])
    expect(await standing()).toEqual([{ is_active: false }])
    expect(await answer(back, generateAuthenticatorCode(secret))).toBe('/onboarding')
    expect(await standing()).toEqual([{ is_active: true }])
  })
})

describe('security 32: the challenge', () => {
  test('is bound to its cookie', async () => {
    const { email, secret } = await owner('cookieless')
    const browser = await asked(email)
    const held = browser.cookies.get('second-factor') ?? ''
    for (const cookie of [undefined, 'x', `${held.slice(1)}0`]) {
      const stranger = new BrowserClient(server)
      if (cookie !== undefined) stranger.cookies.set('second-factor', cookie)
      expect(await answer(stranger, generateAuthenticatorCode(secret))).toBe('5310')
      expect(JSON.parse((await stranger.send('getSignInChallenge')).text)).toBe(null)
      expect(stranger.isSignedIn).toBe(false)
    }
  })

  test('is answered once by concurrent requests', async () => {
    const { email, recovery_codes } = await owner('at-once')
    const browser = await asked(email)
    const held = browser.cookies.get('second-factor') ?? ''
    const copies = recovery_codes.slice(0, 4).map((code) => {
      const copy = new BrowserClient(server)
      copy.cookies.set('second-factor', held)
      return { copy, code }
    })
    const ends = await Promise.all(copies.map(({ copy, code }) => answer(copy, code)))
    expect(ends.filter((end) => end === '/onboarding')).toHaveLength(1)
    expect(ends.filter((end) => end === '5310')).toHaveLength(3)
    expect(await answer(browser, recovery_codes[9] ?? '')).toBe('5310')
  })

  test('ends after a password change and when it expires', async () => {
    const { email, browser: inside, secret } = await owner('overtaken')
    const waiting = await asked(email)
    await inside.callWithToken('changePassword', { old_password: password, new_password: next })
    expect(await answer(waiting, generateAuthenticatorCode(secret))).toBe('5310')
    const late = await asked(email, next)
    await sql("update sign_in_challenges set expires_at = now() - interval '1 second'")
    expect(await answer(late, generateAuthenticatorCode(secret))).toBe('5310')
    expect(late.isSignedIn).toBe(false)
  })

  test('is bound to one account', async () => {
    const { email } = await owner('mine')
    const other = await owner('theirs')
    const browser = await asked(email)
    expect(await answer(browser, generateAuthenticatorCode(other.secret))).toBe('5305')
    expect(await answer(browser, other.recovery_codes[0] ?? '')).toBe('5305')
    expect(browser.isSignedIn).toBe(false)
  })

  test('accepts five wrong codes, also concurrent ones, and notifies the user', async () => {
    const { email, secret } = await owner('guessed')
    const browser = await asked(email)
    const seen = [await last(email)]
    const wrong = wrongCode(secret)
    const ends = await Promise.all(Array.from({ length: 8 }, () => answer(browser, wrong)))
    expect(ends.filter((end) => end === '5305')).toHaveLength(4)
    expect(ends.filter((end) => end === '5315')).toHaveLength(1)
    expect(ends.filter((end) => end === '5310')).toHaveLength(3)
    expect(await last(email, seen)).toContain('Failed sign-in')
    expect(await answer(browser, generateAuthenticatorCode(secret))).toBe('5310')
    expect(browser.isSignedIn).toBe(false)
  })
})

describe('security 31, 32, 63: while strangers with the password guess the second factor', () => {
  test('their attempts count for the account, and a known browser still signs in', async () => {
    const { email, browser, secret } = await owner('stormed')
    await browser.post('signOut')
    const wrong = wrongCode(secret)
    const ends: (string | number)[] = []
    for (let round = 0; round < 3; round++) {
      const stranger = await asked(email)
      for (let guess = 0; guess < 4; guess++) ends.push(await answer(stranger, wrong))
    }
    expect(ends.slice(0, 10)).toEqual(Array(10).fill('5305'))
    expect(ends.slice(10)).toEqual([429, 429])
    const stranger = await asked(email)
    expect(await answer(stranger, generateAuthenticatorCode(secret))).toBe(429)
    expect(await signIn(browser, email)).toBe('/accounts/second-factor')
    expect(await answer(browser, generateAuthenticatorCode(secret))).toBe('/onboarding')
  })
})

describe('a code of the authenticator app', () => {
  test('is accepted once, and older ones are rejected', async () => {
    const { email, secret } = await owner('replayed')
    const code = generateAuthenticatorCode(secret)
    expect(await answer(await asked(email), code)).toBe('/onboarding')
    const browser = await asked(email)
    expect(await answer(browser, code)).toBe('5305')
    expect(await answer(browser, generateAuthenticatorCode(secret, -1))).toBe('5305')
    // The clock of a phone may differ from the server's clock by at most half a minute.
    expect(await answer(browser, generateAuthenticatorCode(secret, 3))).toBe('5305')
    expect(
      await answer(
        browser,
        ` ${generateAuthenticatorCode(secret, 1).slice(0, 3)} ${generateAuthenticatorCode(secret, 1).slice(3)} `,
      ),
    ).toBe('/onboarding')
  })

  test('signs in one of several concurrent requests', async () => {
    const { email, secret } = await owner('raced')
    const browsers = await Promise.all([1, 2, 3].map(() => asked(email)))
    const code = generateAuthenticatorCode(secret)
    const ends = await Promise.all(browsers.map((browser) => answer(browser, code)))
    expect(ends.filter((end) => end === '/onboarding')).toHaveLength(1)
  })

  test('has a secret that the database does not reveal', async () => {
    const { email, secret } = await owner('sealed')
    const [row] = await sql(
      'select t.* from totp_factors t join users u on u.id = t.user_id where u.email = $1',
      [email],
    )
    expect(JSON.stringify(row)).not.toContain(secret)
    const rows = await sql('select code_hash from recovery_codes')
    expect(rows.every(({ code_hash }) => /^[0-9a-f]{64}$/.test(String(code_hash)))).toBe(true)
  })
})

describe('a recovery code', () => {
  test('is accepted once in any spelling, and the user is told how many are left', async () => {
    const { email, recovery_codes, browser: inside } = await owner('recovered')
    expect(recovery_codes).toHaveLength(10)
    const [code = ''] = recovery_codes
    const seen = [await last(email)]
    expect(await answer(await asked(email), ` ${code.toUpperCase().replace('-', ' ')}`)).toBe('/onboarding')
    expect(await last(email, seen)).toContain('9 codes are left')
    const browser = await asked(email)
    expect(await answer(browser, code)).toBe('5305')
    expect(JSON.parse((await inside.send('getSecondFactor')).text)).toEqual({
      has_totp: true,
      passkeys: [],
      recovery_codes_left: 9,
      proof: 'factor',
      proof_to_move: 'factor',
    })
  })

  test('is replaced by new ones, which requires a factor', async () => {
    const { email, recovery_codes, browser, secret } = await owner('renewed')
    const renew = (json: object) => browser.send('renewRecoveryCodes', { json })
    expect((await renew({ password })).status).toBe(400)
    const { status, text } = await renew({ code: generateAuthenticatorCode(secret) })
    expect(status).toBe(201)
    const fresh: string[] = JSON.parse(text).recovery_codes
    expect(new Set([...fresh, ...recovery_codes]).size).toBe(20)
    const other = await asked(email)
    expect(await answer(other, recovery_codes[3] ?? '')).toBe('5305')
    expect(await answer(other, fresh[3] ?? '')).toBe('/onboarding')
  })
})

describe('setting up an authenticator app', () => {
  test('requires the password, needs a first code, ends other sessions and notifies the user', async () => {
    const email = 'beginner@example.com'
    const browser = new BrowserClient(server)
    await browser.post('signUp', { email, password })
    await sql('update users set is_email_verified = true where email = $1', [email])
    const other = new BrowserClient(server)
    await signIn(other, email)
    const { socket } = await connectLive(server, other)
    const over = new Promise((resolve) => socket.once('disconnect', resolve))
    for (const json of [{}, { password: 'wrong' }, { code: '123456' }])
      expect((await browser.send('beginTotp', { json })).status).toBe(400)
    const begun = await browser.send('beginTotp', { json: { password } })
    const { secret, uri } = JSON.parse(begun.text)
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*beginner/)
    // Sign-in does not require the second factor until the user confirms the setup.
    expect(await signIn(new BrowserClient(server), email)).toBe('/onboarding')
    expect((await browser.send('confirmTotp', { json: { code: wrongCode(secret) } })).status).toBe(400)
    expect(
      (await browser.send('confirmTotp', { json: { code: generateAuthenticatorCode(secret) } })).status,
    ).toBe(200)
    expect(await last(email)).toContain('an authenticator app')
    expect((await browser.send('getMe')).status).toBe(200)
    expect((await other.send('getMe')).status).toBe(401)
    await over
    expect(
      (await browser.send('beginTotp', { json: { code: generateAuthenticatorCode(secret, 1) } })).status,
    ).toBe(409)
  })

  test('requires an emailed code for an unverified address, which verifies it', async () => {
    const email = 'unverified@example.com'
    const browser = new BrowserClient(server)
    await browser.post('signUp', { email, password })
    expect((await browser.send('generateProofCode', { json: {} })).status).toBe(200)
    const code = extractEmailCode(await last(email))
    const wrong = code === '555555' ? '555556' : '555555'
    expect((await browser.send('beginTotp', { json: { mailed_code: wrong } })).status).toBe(400)
    expect((await browser.send('beginTotp', { json: { mailed_code: code } })).status).toBe(201)
    expect((await browser.send('beginTotp', { json: { mailed_code: code } })).status).toBe(400)
    expect(JSON.parse((await browser.send('getMe')).text)).toMatchObject({ is_email_verified: true })
  })

  test('requires only the password for an unverified address when no email can be sent', async () => {
    const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
    for (const [at, proof, status] of [
      [server, 'password', 201],
      [mailing, 'mailed_code', 400],
    ] as const) {
      const browser = new BrowserClient(at)
      await browser.post('signUp', { email: 'nomail@example.com', password })
      expect(JSON.parse((await browser.send('getSecondFactor')).text).proof).toBe(proof)
      expect((await browser.send('beginTotp', { json: { password: 'not it' } })).status).toBe(400)
      expect((await browser.send('beginTotp', { json: { password } })).status).toBe(status)
    }
    await mailing.close()
  })

  test('on an unverified address does not lock out its owner', async () => {
    const email = 'claimed@example.com'
    const maker = new BrowserClient(server)
    await maker.post('signUp', { email, password })
    const { secret } = JSON.parse((await maker.send('beginTotp', { json: { password } })).text)
    expect(
      (await maker.send('confirmTotp', { json: { code: generateAuthenticatorCode(secret) } })).status,
    ).toBe(200)
    const person = new BrowserClient(server)
    const seen = [await last(email)]
    await person.send('generateMagicCode', { json: { email } })
    const code = extractEmailCode(await waitForEmailTo(server, email, seen))
    expect((await person.post('magicSignIn', { email, code })).to.pathname).toBe('/onboarding')
    expect((await maker.send('getMe')).status).toBe(401)
    expect((await new BrowserClient(server).post('signIn', { email, password })).to.pathname).toBe('/')
  })

  test('is removed with the factor, which is then no longer required', async () => {
    const { email, browser, secret, recovery_codes } = await owner('remover')
    const remove = (json: object) => browser.send('removeTotp', { json })
    for (const json of [{}, { password }, { code: wrongCode(secret) }])
      expect((await remove(json)).status).toBe(400)
    const seen = [await last(email)]
    expect((await remove({ code: recovery_codes[0] })).status).toBe(204)
    expect(await last(email, [...seen])).toBeTruthy()
    expect(await signIn(new BrowserClient(server), email)).toBe('/onboarding')
    const left = await sql(
      'select 1 from recovery_codes c join users u on u.id = c.user_id where u.email = $1',
      [email],
    )
    expect(left).toEqual([])
  })

  test('allows ten attempts an hour for each session', async () => {
    const { browser, secret } = await owner('prober')
    const ends: number[] = []
    for (let guess = 0; guess < 11; guess++)
      ends.push((await browser.send('removeTotp', { json: { code: wrongCode(secret) } })).status)
    expect(ends).toEqual([...Array(10).fill(400), 429])
    expect(
      (await browser.send('removeTotp', { json: { code: generateAuthenticatorCode(secret) } })).status,
    ).toBe(429)
  })
})
