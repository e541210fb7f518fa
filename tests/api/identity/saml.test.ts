import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import { runSql } from '../../support/api-client.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { type SamlResponseContent, startSamlTestProvider } from '../../support/saml.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const saml = startSamlTestProvider()
const password = 'violet-harbour-92-kite'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1', ...saml.settings })
  await new BrowserClient(server).post('signUp', { email: 'owner@example.com', password })
})
afterAll(() => server.close())

async function begin(browser: BrowserClient, query: Record<string, string> = {}): Promise<URL> {
  return (await browser.send('enterByProvider', { params: { provider: 'saml' }, query })).to
}

/** Posts the SAML response from another site without cookies, and follows the redirect in the browser. */
async function arrive(browser: BrowserClient, address: URL, response: string) {
  const fields = { SAMLResponse: response, RelayState: address.searchParams.get('RelayState') ?? '' }
  const posted = await new BrowserClient(server).send('receiveSaml', {
    body: new URLSearchParams(fields),
    headers: { origin: 'https://saml.example', 'sec-fetch-site': 'cross-site' },
  })
  const error = Number(posted.to.searchParams.get('error_code') ?? 0)
  if (posted.to.pathname !== '/auth/saml/callback/') return { to: posted.to, error }
  const query = Object.fromEntries(posted.to.searchParams)
  const { to } = await browser.send('returnFromProvider', { params: { provider: 'saml' }, query })
  return { to, error: Number(to.searchParams.get('error_code') ?? 0) }
}

async function enter(
  login: string,
  differs: Partial<SamlResponseContent> = {},
  change?: (xml: string) => string,
) {
  const browser = new BrowserClient(server)
  const address = await begin(browser)
  const said = { ...saml.answerTo(address, login), ...differs }
  return { browser, ...(await arrive(browser, address, saml.post(said, change))) }
}

async function meOf(browser: BrowserClient) {
  return JSON.parse((await browser.send('getMe')).text)
}

const people = () => runSql(server.databaseUrl, 'select email from users order by email')

describe('signing in with SAML', () => {
  test('creates an account and recognizes it by its persistent name', async () => {
    const { browser, to } = await enter('sam')
    expect(to.pathname).toBe('/onboarding')
    const me = await meOf(browser)
    expect(me).toMatchObject({
      email: 'sam@example.com',
      first_name: 'sam',
      last_name: 'Example',
      is_email_verified: true,
      last_login_medium: 'saml',
    })
    const again = await enter('sam', { attributes: { email: 'samantha@example.com' } })
    expect(await meOf(again.browser)).toMatchObject({ id: me.id, email: 'sam@example.com' })
  })

  test('sends its own request, as the metadata describe', async () => {
    const address = await begin(new BrowserClient(server))
    expect(address.origin + address.pathname).toBe('https://saml.example/sso')
    const said = saml.answerTo(address, 'sam')
    expect(said).toMatchObject({
      audience: `${server.url}/auth/saml/metadata/`,
      recipient: `${server.url}/auth/saml/callback/`,
    })
    const answer = await fetch(`${server.url}/auth/saml/metadata/`)
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
    const metadata = await answer.text()
    expect(metadata).toContain(`entityID="${said.audience}"`)
    expect(metadata).toContain(`Location="${said.recipient}"`)
    expect(metadata).toContain('WantAssertionsSigned="true"')
  })

  test('security 34: an answer is valid for one browser and one request', async () => {
    const own = new BrowserClient(server)
    const address = await begin(own)
    const response = saml.post(saml.answerTo(address, 'ron'))
    const fields = new URLSearchParams({
      SAMLResponse: response,
      RelayState: address.searchParams.get('RelayState') ?? '',
    })
    const { to } = await new BrowserClient(server).send('receiveSaml', { body: fields })
    const query = Object.fromEntries(to.searchParams)
    const thief = new BrowserClient(server)
    await begin(thief)
    const stolen = await thief.send('returnFromProvider', { params: { provider: 'saml' }, query })
    expect(stolen.to.searchParams.get('error_code')).toBe(String(authErrors.PROVIDER_SIGN_IN_OVER))
    expect(thief.isSignedIn).toBe(false)
    await own.send('returnFromProvider', { params: { provider: 'saml' }, query })
    expect(own.isSignedIn).toBe(true)
    // The SAML response is accepted only once, and not for another request.
    expect((await arrive(own, address, response)).error).toBe(authErrors.PROVIDER_SIGN_IN_OVER)
    const other = new BrowserClient(server)
    expect((await arrive(other, await begin(other), response)).error).toBe(authErrors.SAML_PROVIDER_ERROR)
  })

  test.each<[string, Partial<SamlResponseContent>]>([
    ['another identity provider', { issuer: 'https://other.example' }],
    ['another audience', { audience: 'https://other.example/metadata/' }],
    ['another address', { recipient: 'https://other.example/callback/' }],
    ['another request', { in_response_to: '_of-somebody-else' }],
    ['a time that is over', { not_on_or_after: new Date(Date.now() - 120_000) }],
    ['a time to come', { not_before: new Date(Date.now() + 120_000) }],
    ['another way of confirming', { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }],
    ['a name for this once', { name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ])('rejects an assertion for %s', async (_, differs) => {
    const before = await people()
    const { browser, error } = await enter('nobody', differs)
    expect(error).toBe(authErrors.SAML_PROVIDER_ERROR)
    expect(browser.isSignedIn).toBe(false)
    expect(await people()).toEqual(before)
  })

  test('rejects a missing signature and that of another key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const browser = new BrowserClient(server)
    const address = await begin(browser)
    const foreign = saml.post(saml.answerTo(address, 'sam'), undefined, privateKey)
    expect((await arrive(browser, address, foreign)).error).toBe(authErrors.SAML_PROVIDER_ERROR)
    const unsigned = await enter('sam', {}, (xml) => xml.replace(/<Signature[\s\S]*<\/Signature>/, ''))
    expect(unsigned.error).toBe(authErrors.SAML_PROVIDER_ERROR)
    const changed = await enter('sam', {}, (xml) => xml.replace('>sam<', '>owner<'))
    expect(changed.error).toBe(authErrors.SAML_PROVIDER_ERROR)
  })

  test('accepts an entity ID with or without a slash, and reports both to the admin when they differ', async () => {
    const { issuer } = saml.answerTo(await begin(new BrowserClient(server)), 'x')
    expect((await enter('slashed', { issuer: `${issuer}/` })).to.pathname).toBe('/onboarding')
    const other = `${issuer}/other`
    expect((await enter('other', { issuer: other })).error).toBe(authErrors.SAML_PROVIDER_ERROR)
    const owner = new BrowserClient(server)
    await owner.post('signIn', { email: 'owner@example.com', password })
    const reason = `The entity ID is set as ${issuer}, but the provider calls itself ${other}.`
    expect(JSON.parse((await owner.send('listProviderProblems')).text)).toEqual([
      { provider: 'saml', reason, last_at: expect.any(String) },
    ])
    await enter('slashed')
    expect(JSON.parse((await owner.send('listProviderProblems')).text)).toEqual([])
  })

  test('reads only the signed assertion', async () => {
    await enter('sam')
    const evil = (xml: string) =>
      xml.replaceAll('>sam<', '>owner<').replaceAll('sam@example', 'owner@example')
    const wraps: Record<string, (xml: string) => string> = {
      'before it': (xml) => within(xml, (signed) => evil(stripped(signed)) + signed),
      'after it': (xml) => within(xml, (signed) => signed + evil(stripped(signed))),
      'around it': (xml) =>
        within(xml, (signed) =>
          evil(stripped(signed)).replace('<saml:Conditions', `${signed}<saml:Conditions`),
        ),
      'with the signed one in its signature': (xml) =>
        within(xml, (signed) =>
          evil(renamed(signed)).replace('</Signature>', `<Object>${stripped(signed)}</Object></Signature>`),
        ),
      'with the same name': (xml) => within(xml, (signed) => evil(stripped(signed, false)) + signed),
      'split by a comment': (xml) => xml.replace('>sam<', '>owner<!-- -->sam<'),
    }
    for (const [name, wrap] of Object.entries(wraps)) {
      const { browser, error } = await enter('sam', {}, wrap)
      const who = browser.isSignedIn ? (await meOf(browser)).email : null
      expect({ [name]: who === null ? error : who }).toEqual({
        [name]: who === null ? authErrors.SAML_PROVIDER_ERROR : 'sam@example.com',
      })
    }
  })

  test('rejects a document type declaration and invalid XML', async () => {
    const bomb = (xml: string) => `<!DOCTYPE x [<!ENTITY a "aaaa">]>${xml}`
    expect((await enter('sam', {}, bomb)).error).toBe(authErrors.SAML_PROVIDER_ERROR)
    expect((await enter('sam', {}, () => 'hello')).error).toBe(authErrors.SAML_PROVIDER_ERROR)
  })

  test('shows a page for an answer over the limit', async () => {
    const browser = new BrowserClient(server)
    const address = await begin(browser)
    const { to, error } = await arrive(browser, address, 'A'.repeat(500_004))
    expect([to.pathname, error]).toEqual(['/', authErrors.SAML_PROVIDER_ERROR])
    for (const length of [20_000_000, 500_004]) {
      const answer = await fetch(`${server.url}/auth/saml/callback/`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: 'https://saml.example', 'sec-fetch-site': 'cross-site', accept: 'text/html,*/*' },
        body: new URLSearchParams({ SAMLResponse: 'A'.repeat(length), RelayState: 'unknown' }),
      })
      expect(answer.headers.get('content-type') ?? 'a redirect').toMatch(/text\/html|a redirect/)
      expect(answer.status).toBe(length > 1_000_000 ? 413 : 302)
    }
  })

  test('security 33: an existing address is linked only with consent', async () => {
    const { browser, to } = await enter('owner')
    expect(browser.isSignedIn).toBe(false)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      email: 'owner@example.com',
      offered: 'saml',
      next_path: '/accounts/link',
    })
  })

  test('security 44: no other call accepts posts from another site', async () => {
    for (const call of ['signIn', 'linkAccount'] as const) {
      const browser = new BrowserClient(server)
      const headers = { origin: 'https://saml.example', 'sec-fetch-site': 'cross-site' }
      expect((await browser.send(call, { json: {}, headers })).status).toBe(403)
    }
  })
})

/** Changes the only assertion of a SAML response. */
function within(xml: string, change: (assertion: string) => string): string {
  return xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, change)
}

/** Returns the assertion without its signature, and with another id unless `otherName` is false. */
function stripped(assertion: string, otherName = true): string {
  const bare = assertion.replace(/<Signature[\s\S]*<\/Signature>/, '')
  return otherName ? renamed(bare) : bare
}

function renamed(assertion: string): string {
  return assertion.replace(/(<saml:Assertion[^>]* ID=")[^"]*/, '$1_other')
}
