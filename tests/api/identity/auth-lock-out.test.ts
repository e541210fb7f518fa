import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClientNetwork } from '#api/platform/http/address.ts'
import { BrowserClient, extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'
const next = 'amber-lantern-17-fog'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
})
afterAll(() => server.close())

/**
 * Creates an account. Returns its email address, and a simulated browser in which the user has signed up and signed
 * out.
 */
async function owner(name: string) {
  const email = `${name}@example.com`
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  await browser.post('signOut')
  expect(browser.isSignedIn).toBe(false)
  return { email, browser }
}

async function signIn(browser: BrowserClient, email: string, typed = password) {
  const { status, to } = await browser.post('signIn', { email, password: typed })
  return status === 302 ? (to.searchParams.get('error_code') ?? 'in') : status
}

/** Guesses the password from 25 IP addresses. The rate limit rejects the last guess. */
async function guessAt(email: string): Promise<void> {
  let last: unknown
  for (let guess = 0; guess < 25; guess++) {
    last = await signIn(new BrowserClient(server, `203.0.113.${guess}`), email, `wrong-${guess}`)
  }
  expect(last).toBe(429)
  expect(await signIn(new BrowserClient(server), email)).toBe(429)
}

async function ask(browser: BrowserClient, email: string, seen: string[] = []): Promise<string> {
  const { status } = await browser.send('generateMagicCode', { json: { email } })
  expect(status).toBe(200)
  return extractEmailCode(await waitForEmailTo(server, email, seen))
}

async function enter(browser: BrowserClient, email: string, code: string) {
  const { to } = await browser.post('magicSignIn', { email, code })
  return to.searchParams.get('error_code') ?? 'in'
}

async function linkFor(email: string, seen: string[] = []) {
  await new BrowserClient(server).send('forgotPassword', { json: { email } })
  const link = new URL(/https?:\/\/\S+/.exec(await waitForEmailTo(server, email, seen))?.[0] ?? '')
  const of = (name: string) => link.searchParams.get(name) ?? ''
  return { uidb64: of('uidb64'), token: of('token') }
}

describe('security 31, 63: while strangers guess the password', () => {
  test('the owner signs in from a known browser', async () => {
    const { email, browser } = await owner('known')
    await guessAt(email)
    expect(await signIn(browser, email)).toBe('in')
    // A user can sign in any number of times, because a correct password does not count toward the limit.
    for (let time = 0; time < 25; time++) expect(await signIn(browser, email)).toBe('in')
  })

  test('the owner signs in with an emailed code', async () => {
    const { email } = await owner('coder')
    await guessAt(email)
    const browser = new BrowserClient(server)
    expect(await enter(browser, email, await ask(browser, email))).toBe('in')
  })

  test('the owner signs in after a password reset', async () => {
    const { email } = await owner('resetter')
    await guessAt(email)
    const browser = new BrowserClient(server)
    const { to } = await browser.post('resetPassword', { password: next }, await linkFor(email))
    expect(to.searchParams.has('success')).toBe(true)
    // This browser opened the link of the password reset, so failed attempts from other browsers do not count for it.
    expect(await signIn(browser, email, next)).toBe('in')
  })

  test('the signed-in owner changes the password', async () => {
    const { email, browser } = await owner('changer')
    await signIn(browser, email)
    await guessAt(email)
    const change = { old_password: password, new_password: next }
    expect((await browser.callWithToken('changePassword', change)).status).toBe(200)
    await browser.post('signOut')
    expect(await signIn(browser, email, next)).toBe('in')
  })
})

describe('security 31, 63: a known browser', () => {
  test('has as many attempts as all strangers together', async () => {
    const { email, browser } = await owner('thief')
    const outcomes: unknown[] = []
    for (let guess = 0; guess < 21; guess++) outcomes.push(await signIn(browser, email, `wrong-${guess}`))
    expect(outcomes.slice(0, 20)).toEqual(Array(20).fill('5065'))
    expect(outcomes[20]).toBe(429)
    // The attempts of a new browser are counted separately.
    expect(await signIn(new BrowserClient(server), email)).toBe('in')
  })

  test('is unknown to every other account', async () => {
    const { email } = await owner('one')
    const { browser } = await owner('other')
    await guessAt(email)
    expect(await signIn(browser, email)).toBe(429)
  })

  test('cannot be forged', async () => {
    const { email, browser } = await owner('forged')
    await guessAt(email)
    const right = browser.cookies.get('device') ?? ''
    const [id = '', signature = ''] = right.split('.')
    const forged = [`${'0'.repeat(32)}.${signature}`, `${id}.${'0'.repeat(64)}`, id, '.', 'x'.repeat(3000)]
    for (const cookie of forged) {
      const stranger = new BrowserClient(server)
      stranger.cookies.set('device', cookie)
      expect(await signIn(stranger, email), cookie).toBe(429)
    }
  })

  test('becomes unknown when the password changes', async () => {
    const { email, browser } = await owner('stolen')
    const stolen = new BrowserClient(server)
    stolen.cookies.set('device', browser.cookies.get('device') ?? '')
    await browser.post('resetPassword', { password: next }, await linkFor(email))
    await guessAt(email)
    expect(await signIn(stolen, email, next)).toBe(429)
    expect(await signIn(browser, email, next)).toBe('in')
  })

  test('gives no access without the password', async () => {
    const { browser } = await owner('idle')
    expect((await browser.send('getMe')).status).toBe(401)
    const { setCookies } = await browser.post('signIn', { email: 'idle@example.com', password })
    const cookie = setCookies.find((one) => one.startsWith('device='))
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; SameSite=Lax/i)
  })
})

describe('security 31, 63: while strangers try emailed secrets', () => {
  test('the code that the owner requested stays valid', async () => {
    const { email } = await owner('typing')
    const browser = new BrowserClient(server)
    const code = await ask(browser, email)
    const wrong = code === '555555' ? '555556' : '555555'
    for (let time = 0; time < 3; time++) {
      const stranger = new BrowserClient(server)
      await stranger.send('generateMagicCode', { json: { email } })
      await enter(stranger, email, wrong)
    }
    for (let guess = 0; guess < 6; guess++) await enter(new BrowserClient(server), email, wrong)
    expect(await enter(new BrowserClient(server), email, code)).toBe('5100')
    expect(await enter(browser, email, code)).toBe('in')
  })

  test('a requester has five attempts, however many codes they request', async () => {
    const { email } = await owner('asker')
    const browser = new BrowserClient(server)
    const code = await ask(browser, email)
    const wrong = code === '555555' ? '555556' : '555555'
    const outcomes: string[] = []
    for (let guess = 0; guess < 7; guess++) {
      if (guess < 3) await browser.send('generateMagicCode', { json: { email } })
      outcomes.push(await enter(browser, email, wrong))
    }
    expect(outcomes).toEqual([...Array(5).fill('5090'), '5100', '5100'])
    expect(await enter(browser, email, code)).toBe('5100')
  })

  test('a new code has new attempts', async () => {
    const { email } = await owner('again')
    const browser = new BrowserClient(server)
    expect(await enter(browser, email, await ask(browser, email))).toBe('in')
    const seen = [await waitForEmailTo(server, email)]
    const stale = browser.cookies.get('code-asker') ?? ''
    const other = new BrowserClient(server)
    const code = await ask(other, email, seen)
    const thief = new BrowserClient(server)
    thief.cookies.set('code-asker', stale)
    const wrong = code === '555555' ? '555556' : '555555'
    for (let guess = 0; guess < 5; guess++) expect(await enter(thief, email, wrong)).toBe('5090')
    expect(await enter(thief, email, code)).toBe('5100')
    expect(await enter(other, email, code)).toBe('in')
  })

  test('a reset link stays valid after wrong tokens', async () => {
    const { email } = await owner('linked')
    const link = await linkFor(email)
    for (let guess = 0; guess < 60; guess++) {
      const wrong = { ...link, token: String(guess).padStart(64, '0') }
      const { to } = await new BrowserClient(server, `203.0.113.${guess}`).post(
        'resetPassword',
        { password: next },
        wrong,
      )
      expect(to.searchParams.get('error_code')).toBe('5125')
    }
    const { to } = await new BrowserClient(server).post('resetPassword', { password: next }, link)
    expect(to.searchParams.has('success')).toBe(true)
  })
})

describe('security 63: with IPv6', () => {
  test('a network counts as one caller', () => {
    expect(getClientNetwork('2001:db8:1:2:3:4:5:6')).toBe(getClientNetwork('2001:db8:1:2::1'))
    expect(getClientNetwork('2001:db8:1:3::1')).not.toBe(getClientNetwork('2001:db8:1:2::1'))
    expect(getClientNetwork('192.0.2.1')).toBe('192.0.2.1')
    expect(getClientNetwork('unknown')).toBe('unknown')
  })

  test('another address of the same network has the same limit', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 31; call++) {
      const browser = new BrowserClient(server, `2001:db8:7:7::${call.toString(16)}`)
      statuses.push((await browser.send('checkEmail', { json: { email: `six${call}@example.com` } })).status)
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200))
    expect(statuses[30]).toBe(429)
  })
})
