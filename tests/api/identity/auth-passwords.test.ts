import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCookie } from '#api/platform/http/session.ts'
import { runSql } from '../../support/api-client.ts'
import {
  BrowserClient,
  extractEmailCode,
  readEmailsTo,
  waitForEmailTo,
} from '../../support/browser-client.ts'
import { connectLive } from '../../support/live-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'
const next = 'amber-lantern-17-fog'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
})

afterAll(() => server.close())

const sql = (statement: string, values: unknown[] = []) => runSql(server.databaseUrl, statement, values)

async function account(email: string): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  return browser
}

async function codeAccount(email: string): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  await browser.send('generateMagicCode', { json: { email } })
  await browser.post('magicSignUp', { email, code: extractEmailCode(await waitForEmailTo(server, email)) })
  expect(browser.isSignedIn).toBe(true)
  return browser
}

async function signIn(email: string, typed: string) {
  const browser = new BrowserClient(server)
  const { to } = await browser.post('signIn', { email, password: typed })
  return { browser, error: to.searchParams.get('error_code') }
}

const statusOf = async (browser: BrowserClient, cookie = browser.cookie) =>
  (await new BrowserClient(server).send('getMe', { headers: { cookie } })).status

async function forgot(email: string) {
  const { status, text } = await new BrowserClient(server).send('forgotPassword', { json: { email } })
  return { status, ...JSON.parse(text) }
}

async function linkFor(email: string, seen: string[] = []): Promise<{ uidb64: string; token: string }> {
  expect(await forgot(email)).toEqual({ status: 200, message: 'Check your email to reset your password' })
  const link = new URL(/https?:\/\/\S+/.exec(await waitForEmailTo(server, email, seen))?.[0] ?? '')
  expect(link.origin).toBe(server.url)
  expect(link.pathname).toBe('/accounts/reset-password/')
  return { uidb64: link.searchParams.get('uidb64') ?? '', token: link.searchParams.get('token') ?? '' }
}

const reset = async (link: { uidb64: string; token: string }, chosen: string) =>
  (await new BrowserClient(server).post('resetPassword', { password: chosen }, link)).to

describe('a forgotten password', () => {
  test('is replaced with the emailed link', async () => {
    await account('forgot@example.com')
    const to = await reset(await linkFor('forgot@example.com'), next)
    expect(to.href).toBe(`${server.url}/sign-in?success=True`)
    expect((await signIn('forgot@example.com', password)).error).toBe('5065')
    const { browser, error } = await signIn('forgot@example.com', next)
    expect(error).toBeNull()
    expect(JSON.parse((await browser.send('getMe')).text)).toMatchObject({ is_email_verified: true })
  })

  test('security 39: the link works once and is stored as a hash', async () => {
    await account('link@example.com')
    const link = await linkFor('link@example.com')
    const [row] = await sql("select * from mailed_secrets where subject = 'link@example.com'")
    expect(JSON.stringify(row)).not.toContain(link.token)
    const outcomes = await Promise.all([reset(link, next), reset(link, next)])
    expect(outcomes.filter((to) => to.searchParams.has('success'))).toHaveLength(1)
    expect((await reset(link, 'copper-meadow-44-owl')).searchParams.get('error_code')).toBe('5130')
    expect((await signIn('link@example.com', next)).error).toBeNull()
  })

  test('security 39: a newer link invalidates the older one', async () => {
    await account('newer@example.com')
    const older = await linkFor('newer@example.com')
    const newer = await linkFor('newer@example.com', [await waitForEmailTo(server, 'newer@example.com')])
    expect((await reset(older, next)).searchParams.get('error_code')).toBe('5125')
    expect((await reset(newer, next)).searchParams.has('success')).toBe(true)
  })

  test('security 39: the link expires after an hour', async () => {
    await account('hour@example.com')
    const link = await linkFor('hour@example.com')
    const [row] = await sql(
      "select expires_at - now() as left from mailed_secrets where subject = 'hour@example.com'",
    )
    expect(row?.['left']).toMatchObject({ minutes: 59 })
    await sql("update mailed_secrets set expires_at = now() where subject = 'hour@example.com'")
    expect((await reset(link, next)).searchParams.get('error_code')).toBe('5130')
  })

  test('security 39: the link of another user is rejected', async () => {
    await account('mine@example.com')
    await account('yours@example.com')
    const mine = await linkFor('mine@example.com')
    const yours = await linkFor('yours@example.com')
    for (const link of [
      { uidb64: yours.uidb64, token: mine.token },
      { uidb64: mine.uidb64, token: '0'.repeat(64) },
      { uidb64: 'x', token: mine.token },
      { uidb64: Buffer.from("' or 1=1 --").toString('base64url'), token: mine.token },
    ]) {
      expect((await reset(link, next)).searchParams.get('error_code')).toBe('5125')
    }
    expect((await signIn('mine@example.com', password)).error).toBeNull()
    expect((await signIn('yours@example.com', password)).error).toBeNull()
  })

  test.each([
    ['', '5020'],
    ['Password1!', '5021'],
  ])('security 38: %j is rejected, the link stays valid', async (chosen, code) => {
    const email = `reset-${code}@example.com`
    await account(email)
    const link = await linkFor(email)
    const refused = await reset(link, chosen)
    expect(refused.pathname).toBe('/accounts/reset-password/')
    expect(refused.searchParams.get('error_code')).toBe(code)
    const again = {
      uidb64: refused.searchParams.get('uidb64') ?? '',
      token: refused.searchParams.get('token') ?? '',
    }
    expect((await reset(again, next)).searchParams.has('success')).toBe(true)
  })

  test('security 47: an unknown address gets the same answer as a known one', async () => {
    await account('known@example.com')
    expect(await forgot('unknown@example.com')).toEqual(await forgot('known@example.com'))
    // Emails are sent in order. After this later email, no email to the unknown address can follow.
    await waitForEmailTo(server, 'known@example.com')
    expect(await readEmailsTo(server, 'unknown@example.com')).toEqual([])
  })

  test('rejects an invalid address', async () => {
    expect(await forgot('x')).toMatchObject({ status: 400, error_code: 5005 })
  })

  test('security 37: a deactivated account stays deactivated', async () => {
    await account('off@example.com')
    const link = await linkFor('off@example.com')
    await sql("update users set is_active = false where email = 'off@example.com'")
    expect((await reset(link, next)).searchParams.get('error_code')).toBe('5019')
    const [row] = await sql("select is_active from users where email = 'off@example.com'")
    expect(row).toEqual({ is_active: false })
  })
})

describe('security 38: a changed password', () => {
  test('security 38: ends all sessions except the new one', async () => {
    const browser = await account('change@example.com')
    const { browser: other } = await signIn('change@example.com', password)
    const before = browser.cookie
    const { status, text } = await browser.callWithToken('changePassword', {
      old_password: password,
      new_password: next,
    })
    expect([status, text]).toEqual([200, JSON.stringify({ message: 'Password updated successfully' })])
    expect(await statusOf(browser, before)).toBe(401)
    expect(await statusOf(other)).toBe(401)
    expect(await statusOf(browser)).toBe(200)
    expect((await signIn('change@example.com', password)).error).toBe('5065')
    expect((await signIn('change@example.com', next)).error).toBeNull()
  })

  test.each(['change', 'reset', 'sign-out'] as const)(
    'security 38: a %s cuts the sockets within',
    async (how) => {
      const email = `socket-${how}@example.com`
      const browser = await account(email)
      const live = await connectLive(server, {
        cookie: `${sessionCookie}=${browser.cookies.get(sessionCookie)}`,
      })
      const cut = new Promise((resolve) => live.socket.once('disconnect', resolve))
      if (how === 'change')
        await browser.callWithToken('changePassword', { old_password: password, new_password: next })
      if (how === 'reset') await reset(await linkFor(email), next)
      if (how === 'sign-out') await browser.post('signOut')
      expect(await cut).toBe('io server disconnect')
      live.close()
    },
  )

  test.each([
    ['', next, 5138],
    [password, '', 5138],
    ['wrong-one', next, 5135],
    [password, password, 5140],
    [password, 'Password1!', 5021],
    [password, 'x'.repeat(129), 5021],
  ])('from %j to %j is rejected with %i', async (old_password, new_password, code) => {
    const email = `c${code}-${new_password.length}@example.com`
    const browser = await account(email)
    const { status, text } = await browser.callWithToken('changePassword', { old_password, new_password })
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ error_code: code, code: 'invalid' })
    expect(await statusOf(browser)).toBe(200)
    expect((await signIn(email, password)).error).toBeNull()
  })

  test('requires a session', async () => {
    const browser = new BrowserClient(server)
    expect(
      (await browser.callWithToken('changePassword', { old_password: password, new_password: next })).status,
    ).toBe(401)
    expect((await browser.callWithToken('setPassword', { password: next })).status).toBe(401)
  })

  test('security 31: attempts with a wrong old password are counted', async () => {
    const browser = await account('old@example.com')
    let last = 0
    for (let guess = 0; guess < 21; guess++) {
      last = (
        await browser.callWithToken('changePassword', { old_password: `wrong-${guess}`, new_password: next })
      ).status
    }
    expect(last).toBe(429)
  })
})

describe('a first password', () => {
  test('is set by a user who signs in with codes', async () => {
    const browser = await codeAccount('coder@example.com')
    const { status, text } = await browser.callWithToken('setPassword', { password })
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ email: 'coder@example.com', is_password_autoset: false })
    expect((await signIn('coder@example.com', password)).error).toBeNull()
    expect(await statusOf(browser)).toBe(200)
    const again = await browser.callWithToken('setPassword', { password: next })
    expect(JSON.parse(again.text)).toMatchObject({ error_code: 5145 })
  })

  test.each(['', 'Password1!'])('%j is rejected with 5020', async (chosen) => {
    const browser = await codeAccount(`weak${chosen.length}@example.com`)
    const { status, text } = await browser.callWithToken('setPassword', { password: chosen })
    expect([status, JSON.parse(text).error_code]).toEqual([400, 5020])
  })

  test.each(['setPassword', 'changePassword'] as const)(
    'security 38: a session that was left open does not do for %s; a code that is mailed does',
    async (name) => {
      const email = `left-open-${name.toLowerCase()}@example.com`
      const browser = await codeAccount(email)
      await sql(
        `update sessions set created_at = now() - interval '16 minutes'
         where user_id = (select id from users where email = $1)`,
        [email],
      )
      const choose = (proof: object) =>
        browser.callWithToken(name, { password, new_password: password, ...proof })
      expect(JSON.parse((await choose({})).text)).toMatchObject({ error_code: 5085 })
      expect((await choose({ mailed_code: '000000' })).status).toBe(400)
      expect((await signIn(email, password)).error).not.toBeNull()
      const seen = await waitForEmailTo(server, email, [])
      await browser.send('generateProofCode', { json: {} })
      const mailed_code = extractEmailCode(await waitForEmailTo(server, email, [seen]))
      expect((await choose({ mailed_code })).status).toBe(200)
      expect((await signIn(email, password)).error).toBeNull()
    },
  )

  test('can also be set by the call that changes it', async () => {
    const browser = await codeAccount('chooser@example.com')
    expect((await browser.callWithToken('changePassword', { new_password: password })).status).toBe(200)
    expect((await signIn('chooser@example.com', password)).error).toBeNull()
  })
})
