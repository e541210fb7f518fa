import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#api/platform/config/config.ts'
import { csrfCookie } from '#api/platform/http/csrf.ts'
import { newSessionToken, sessionCookie } from '#api/platform/http/session.ts'
import { startServer } from '../../../server.ts'
import { BrowserClient, extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { createDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'

describe('rate limits', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ TRUSTED_PROXIES: '1' })
  })

  afterAll(() => server.close())

  test('limit sign-in calls by address', async () => {
    const browser = new BrowserClient(server, '198.51.100.1')
    const statuses: number[] = []
    for (let call = 0; call < 30; call++) {
      statuses.push((await browser.send('checkEmail', { json: { email: `e${call}@example.com` } })).status)
    }
    expect(statuses).toEqual(Array(30).fill(200))
    const refused = await browser.send('checkEmail', { json: { email: 'one-more@example.com' } })
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'rate_limited',
      error_code: 5900,
      error_message: 'RATE_LIMIT_EXCEEDED',
    })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await browser.post('signIn', { email: 'a@example.com', password })).status).toBe(429)
    const elsewhere = new BrowserClient(server, '198.51.100.2')
    expect((await elsewhere.send('checkEmail', { json: { email: 'e@example.com' } })).status).toBe(200)
  })

  test('redirect a limited form to its page', async () => {
    const browser = new BrowserClient(server, '198.51.100.4')
    const csrfmiddlewaretoken = await browser.csrfToken()
    const post = (referer: string) =>
      browser.send('signIn', {
        body: new URLSearchParams({ csrfmiddlewaretoken, email: 'b@example.com', password: 'wrong' }),
        headers: { accept: 'text/html', referer },
      })
    for (let call = 0; call < 20; call++) {
      const { to } = await post(`${server.url}/`)
      expect(to.searchParams.get('error_code')).toBe('5065')
    }
    const { status, to } = await post(`${server.url}/?next_path=%2Facme`)
    expect([status, to.origin, to.pathname]).toEqual([302, server.url, '/'])
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      error_code: '5900',
      email: 'b@example.com',
      next_path: '/acme',
    })
    expect(Number(to.searchParams.get('retry_after'))).toBeGreaterThan(500)
    expect((await post('https://evil.example//evil.example/')).status).toBe(429)
    expect((await post('https://evil.example/sign-up')).to.origin).toBe(server.url)
    expect((await post('')).status).toBe(429)
  })

  test('security 63: invalid sessions share the limit of anonymous requests', async () => {
    const browser = new BrowserClient(server, '198.51.100.3')
    const statuses: number[] = []
    for (let call = 0; call < 301; call++) {
      const cookie = `${sessionCookie}=${newSessionToken()}`
      statuses.push((await browser.send('getInstance', { headers: { cookie } })).status)
    }
    expect(statuses.slice(0, 300)).toEqual(Array(300).fill(200))
    expect(statuses[300]).toBe(429)
  })

  test('limit emails of a kind to one address', async () => {
    for (const name of ['generateMagicCode', 'forgotPassword'] as const) {
      const statuses: number[] = []
      // Each kind of email has a separate rate limit. If an attacker uses up the limit of one kind, the owner
      // can still sign in with the other kind.
      for (let mail = 0; mail < 11; mail++) {
        const { status } = await new BrowserClient(server).send(name, {
          json: { email: 'flooded@example.com' },
        })
        statuses.push(status)
      }
      expect(statuses.slice(0, 10)).not.toContain(429)
      expect(statuses[10]).toBe(429)
    }
  })
})

test('security 40: no secret is written to the log', async () => {
  const lines: string[] = []
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const database = await createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-secrets-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
    TRUSTED_PROXIES: '1',
  })
  const server = { ...(await startServer(config, log)), dataDir }
  try {
    const secrets = [config.secret, password, 'wrong-password-77', 'amber-lantern-17-fog']
    const email = 'secretive@example.com'
    const browser = new BrowserClient(server)
    secrets.push(await browser.csrfToken())
    await browser.post('signUp', { email, password })
    secrets.push(browser.cookies.get(sessionCookie) ?? '', browser.cookies.get(csrfCookie) ?? '')
    await browser.post('signIn', { email, password: 'wrong-password-77' })
    await browser.callWithToken('changePassword', {
      old_password: password,
      new_password: 'amber-lantern-17-fog',
    })
    secrets.push(browser.cookies.get(sessionCookie) ?? '')
    await browser.send('generateMagicCode', { json: { email } })
    const mailed = await waitForEmailTo(server, email)
    const code = extractEmailCode(mailed)
    secrets.push(code)
    await browser.post('magicSignIn', { email, code })
    secrets.push(browser.cookies.get(sessionCookie) ?? '')
    await browser.send('forgotPassword', { json: { email } })
    const link = new URL(/https?:\/\/\S+/.exec(await waitForEmailTo(server, email, [mailed]))?.[0] ?? '')
    const token = link.searchParams.get('token') ?? ''
    secrets.push(token)
    await browser.post(
      'resetPassword',
      { password: 'Password1!' },
      { uidb64: link.searchParams.get('uidb64') ?? '', token },
    )
    // This request causes an internal error. The log entry of the error must not contain the secrets either.
    await browser.send('checkEmail', { json: { email: 'x'.repeat(2000), password } })
    const written = lines.join('')
    expect(written).toContain('signed in')
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(5)
      expect(written, secret).not.toContain(secret)
    }
  } finally {
    await server.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
