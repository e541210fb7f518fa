import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSql } from '../../support/api-client.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { SecurityKey } from '../../support/security-key.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'
const origin = 'https://tandem.example'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1', APP_URL: origin })
})
afterAll(() => server.close())

/** Sends the origin of the public URL, which differs from the address at which the test server listens. */
class Browser extends BrowserClient {
  override send(...[name, sending = {}]: Parameters<BrowserClient['send']>) {
    return super.send(name, { ...sending, headers: { ...sending.headers, origin } })
  }
}

async function ask(browser: BrowserClient, ...sent: Parameters<BrowserClient['send']>) {
  const { status, text } = await browser.send(...sent)
  expect(status, text).toBe(200)
  return JSON.parse(text).options
}

/** Creates a signed-in account with password and passkey. */
async function owner(name: string) {
  const email = `${name}@example.com`
  const browser = new Browser(server)
  await browser.post('signUp', { email, password })
  await runSql(server.databaseUrl, 'update users set is_email_verified = true where email = $1', [email])
  const key = new SecurityKey(origin)
  const options = await ask(browser, 'beginPasskey', { json: { password } })
  const added = await browser.send('addPasskey', { json: { name: 'Phone', credential: key.make(options) } })
  expect(added.status, added.text).toBe(201)
  const { passkey, recovery_codes } = JSON.parse(added.text)
  return { email, browser, key, id: passkey.id, recovery_codes }
}

async function outcome(posted: ReturnType<BrowserClient['post']>): Promise<string | number> {
  const { status, to } = await posted
  return status === 302 ? (to.searchParams.get('error_code') ?? to.pathname) : status
}

async function asked(email: string): Promise<Browser> {
  const browser = new Browser(server)
  expect(await outcome(browser.post('signIn', { email, password }))).toBe('/accounts/second-factor')
  return browser
}

const post = (browser: BrowserClient, name: 'passkeySignIn' | 'answerByPasskey', credential: object) =>
  outcome(browser.post(name, { credential: JSON.stringify(credential) }))

describe('security 32: a passkey', () => {
  test('is accepted as a second factor only after the password', async () => {
    const { email, key, recovery_codes } = await owner('second')
    expect(recovery_codes).toHaveLength(10)
    const browser = await asked(email)
    expect(browser.isSignedIn).toBe(false)
    // The passkey only has to prove that a person is present, because the password identifies the user.
    const signed = key.sign(await ask(browser, 'beginPasskeyAnswer'), { isVerified: false })
    expect(await post(browser, 'answerByPasskey', signed)).toBe('/onboarding')
    expect(await post(await asked(email), 'answerByPasskey', signed)).toBe('5320')
  })

  test('signs in alone when the device has verified its user', async () => {
    const { email, key } = await owner('alone')
    const browser = new Browser(server)
    const weak = key.sign(await ask(browser, 'beginPasskeySignIn'), { isVerified: false })
    expect(await post(browser, 'passkeySignIn', weak)).toBe('5320')
    const signed = key.sign(await ask(browser, 'beginPasskeySignIn'))
    expect(await post(new Browser(server), 'passkeySignIn', signed)).toBe('5320')
    const again = key.sign(await ask(browser, 'beginPasskeySignIn'))
    expect(await post(browser, 'passkeySignIn', again)).toBe('/onboarding')
    const me = JSON.parse((await browser.send('getMe')).text)
    expect(me).toMatchObject({ email, last_login_medium: 'passkey' })
    expect(await post(browser, 'passkeySignIn', again)).toBe('5320')
  })

  test('of another user, site or purpose is rejected, as is a forged one', async () => {
    const { email, key } = await owner('mine')
    const other = await owner('theirs')
    const browser = await asked(email)
    const options = () => ask(browser, 'beginPasskeyAnswer')
    expect(await post(browser, 'answerByPasskey', other.key.sign(await options()))).toBe('5320')
    const elsewhere = key.sign(await options(), { origin: 'https://tandem.example.org' })
    expect(await post(browser, 'answerByPasskey', elsewhere)).toBe('5320')
    const door = key.sign(await ask(browser, 'beginPasskeySignIn'))
    expect(await post(browser, 'answerByPasskey', door)).toBe('5320')
    const good = key.sign(await options())
    const forged = { ...good, response: { ...good.response, signature: 'AAAA' } }
    expect(await post(browser, 'answerByPasskey', forged)).toBe('5320')
    expect(browser.isSignedIn).toBe(false)
  })

  test('is rejected as a copy when its counter decreases', async () => {
    const { email, key } = await owner('copied')
    const first = await asked(email)
    const ahead = key.sign(await ask(first, 'beginPasskeyAnswer'), { counter: 50 })
    expect(await post(first, 'answerByPasskey', ahead)).toBe('/onboarding')
    const second = await asked(email)
    for (const counter of [49, 50]) {
      const copy = key.sign(await ask(second, 'beginPasskeyAnswer'), { counter })
      expect(await post(second, 'answerByPasskey', copy)).toBe('5320')
    }
    const on = key.sign(await ask(second, 'beginPasskeyAnswer'), { counter: 51 })
    expect(await post(second, 'answerByPasskey', on)).toBe('/onboarding')
  })

  test('of a deactivated account is rejected', async () => {
    const { email, key } = await owner('gone')
    await runSql(server.databaseUrl, 'update users set is_active = false where email = $1', [email])
    const browser = new Browser(server)
    expect(await post(browser, 'passkeySignIn', key.sign(await ask(browser, 'beginPasskeySignIn')))).toBe(
      '5019',
    )
  })
})

describe('passkeys', () => {
  test('are listed with their last use, renamed and removed only by their owner', async () => {
    const { browser, key, id } = await owner('keeper')
    const other = await owner('stranger')
    const params = { passkey_id: id }
    expect((await other.browser.send('renamePasskey', { params, json: { name: 'X' } })).status).toBe(404)
    expect((await other.browser.send('removePasskey', { params, json: {} })).status).toBe(404)
    expect((await browser.send('renamePasskey', { params, json: { name: '  ' } })).status).toBe(400)
    expect((await browser.send('renamePasskey', { params, json: { name: ' Blue key ' } })).status).toBe(200)
    const listed = async () => JSON.parse((await browser.send('getSecondFactor')).text)
    expect(await listed()).toMatchObject({
      proof: 'factor',
      passkeys: [{ id, name: 'Blue key', last_used_at: null }],
    })
    expect((await browser.send('removePasskey', { params, json: { password } })).status).toBe(400)
    const passkey = key.sign(await ask(browser, 'beginPasskeyProof', { json: {} }))
    expect((await browser.send('removePasskey', { params, json: { passkey } })).status).toBe(204)
    expect(await listed()).toMatchObject({ proof: 'password', passkeys: [], recovery_codes_left: 0 })
  })

  test('are added only after a proof, once for each challenge', async () => {
    const { browser, key } = await owner('maker')
    expect((await browser.send('beginPasskey', { json: { password } })).status).toBe(400)
    const proof = key.sign(await ask(browser, 'beginPasskeyProof', { json: {} }))
    const options = await ask(browser, 'beginPasskey', { json: { passkey: proof } })
    const made = new SecurityKey(origin).make(options)
    const add = (credential: object) => browser.send('addPasskey', { json: { name: 'Stick', credential } })
    const foreign = new SecurityKey('https://elsewhere.example').make(options)
    expect((await add(foreign)).status).toBe(400)
    expect((await add(made)).status).toBe(400)
    const again = key.sign(await ask(browser, 'beginPasskeyProof', { json: {} }))
    const next = await ask(browser, 'beginPasskey', { json: { passkey: again } })
    const { status, text } = await add(new SecurityKey(origin).make(next))
    expect(status).toBe(201)
    expect(JSON.parse(text).recovery_codes).toEqual([])
  })
})
