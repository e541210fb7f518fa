import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { linkedAccount } from '#common/personal/account/schema.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import {
  BrowserClient,
  extractEmailCode,
  readEmailsTo,
  waitForEmailTo,
} from '../../support/browser-client.ts'
import { type FakeGitHub, type FakeGitHubUser, startFakeGitHub } from '../../support/git-hub.ts'
import { type OpenIdTestProvider, startOpenIdTestProvider } from '../../support/open-id.ts'
import { runDuringTransaction } from '../../support/run-during-transaction.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const password = 'violet-harbour-92-kite'

let server: TestServer
let openId: OpenIdTestProvider
let gitHub: FakeGitHub
let owner: BrowserClient

beforeAll(async () => {
  ;[openId, gitHub] = await Promise.all([startOpenIdTestProvider(), startFakeGitHub()])
  server = await startTestServer({
    TRUSTED_PROXIES: '1',
    REACHABLE_NETWORKS: '127.0.0.1',
    ...openId.settings('OIDC'),
    ...openId.settings('GITEA'),
    ...gitHub.settings,
    OIDC_NAME: 'Example ID',
  })
  openId.trust(server.url)
  // The first user of a Tandem instance becomes its admin.
  owner = await signUp('owner@example.com')
})
afterAll(() => Promise.all([server.close(), openId.close(), gitHub.close()]))

const sql = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  runSql<Row>(server.databaseUrl, statement, values)

async function signUp(email: string): Promise<BrowserClient> {
  const browser = new BrowserClient(server)
  await browser.post('signUp', { email, password })
  return browser
}

async function begin(browser: BrowserClient, provider: SignInProvider, query: Record<string, string> = {}) {
  return (await browser.send('enterByProvider', { params: { provider }, query })).to
}

async function comeBack(browser: BrowserClient, provider: SignInProvider, back: URL) {
  const query = Object.fromEntries(back.searchParams)
  const { to, setCookies } = await browser.send('returnFromProvider', { params: { provider }, query })
  return { browser, to, setCookies, error: Number(to.searchParams.get('error_code') ?? 0) }
}

async function enterBy(
  login: string,
  browser = new BrowserClient(server),
  provider: SignInProvider = 'oidc',
) {
  return comeBack(browser, provider, await openId.signIn(await begin(browser, provider), login))
}

async function enterByGitHub(person: FakeGitHubUser, browser = new BrowserClient(server)) {
  return comeBack(browser, 'github', gitHub.signIn(await begin(browser, 'github'), person))
}

/** Returns the proof of identity that an account with a password and an unverified address needs: an emailed code. */
async function proofOf(browser: BrowserClient) {
  const { email } = await meOf(browser)
  const seen = await readEmailsTo(server, email)
  await browser.send('generateProofCode', { json: {} })
  return { mailed_code: extractEmailCode(await waitForEmailTo(server, email, seen)) }
}

async function meOf(browser: BrowserClient) {
  return JSON.parse((await browser.send('getMe')).text)
}

async function accountsOf(browser: BrowserClient) {
  return linkedAccount.array().parse(JSON.parse((await browser.send('listMyAccounts')).text))
}

async function offeredTo(browser: BrowserClient) {
  return JSON.parse((await browser.send('getOfferedAccount')).text).offered
}

const octocat = (login: string, more: Partial<FakeGitHubUser> = {}): FakeGitHubUser => ({
  id: randomBytes(4).readUInt32BE(),
  login,
  name: `${login} Hub`,
  emails: [{ email: `${login}@example.com`, primary: true, verified: true }],
  ...more,
})

describe('signing in with OpenID Connect', () => {
  test('creates one account with a verified address and without a password', async () => {
    const { browser, to } = await enterBy('nia')
    expect(to.pathname).toBe('/onboarding')
    expect(await meOf(browser)).toMatchObject({
      email: 'nia@example.com',
      first_name: 'nia',
      last_name: 'Example',
      is_email_verified: true,
      is_password_autoset: true,
      avatar_url: null,
      last_login_medium: 'oidc',
    })
    expect(await accountsOf(browser)).toMatchObject([
      { provider: 'oidc', provider_account_id: 'nia', metadata: { name: 'nia@example.com' } },
    ])
    const again = await enterBy('nia')
    expect((await meOf(again.browser)).id).toBe((await meOf(browser)).id)
  })

  test('sends state, nonce, PKCE and the address of this installation', async () => {
    const address = await begin(new BrowserClient(server), 'oidc')
    expect(address.origin).toBe(openId.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      redirect_uri: `${server.url}/auth/oidc/callback/`,
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(address.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  })

  test('security 33: an account is found by subject, never by address', async () => {
    const { browser } = await enterBy('ole')
    const { id } = await meOf(browser)
    openId.people.set('ole', { email: 'nia@example.com', email_verified: true })
    const changed = await enterBy('ole')
    expect(await meOf(changed.browser)).toMatchObject({ id, email: 'ole@example.com' })
    // A subject (the id of a person at a provider) identifies a person only at that provider. The same subject at
    // another provider is another external account.
    openId.people.set('ole', { email: 'other-ole@example.com', email_verified: true })
    const other = await enterBy('ole', new BrowserClient(server), 'gitea')
    expect((await meOf(other.browser)).id).not.toBe(id)
  })

  test('security 33: an unverified address neither creates nor links an account', async () => {
    const before = await sql('select count(*) from users')
    for (const email_verified of [false, undefined]) {
      openId.people.set('una', { email: 'una@example.com', email_verified })
      expect((await enterBy('una')).error).toBe(authErrors.PROVIDER_EMAIL_NOT_VERIFIED)
    }
    openId.people.set('una', {})
    expect((await enterBy('una')).error).toBe(authErrors.PROVIDER_EMAIL_NOT_VERIFIED)
    expect(await sql('select count(*) from users')).toEqual(before)
    expect(await sql("select 1 from linked_accounts where provider_account_id = 'una'")).toEqual([])
  })

  test('security 33: an address without email_verified counts only when enabled, an unverified one never', async () => {
    const trust = (on: string) =>
      owner.send('updateConfigurations', { json: { OIDC_TRUST_MISSING_EMAIL_VERIFIED: on } })
    expect((await trust('1')).status).toBe(200)
    openId.people.set('enid', { email: 'enid@example.com' })
    openId.people.set('ugo', { email: 'ugo@example.com', email_verified: false })
    expect(await meOf((await enterBy('enid')).browser)).toMatchObject({
      email: 'enid@example.com',
      is_email_verified: true,
    })
    expect((await enterBy('ugo')).error).toBe(authErrors.PROVIDER_EMAIL_NOT_VERIFIED)
    await trust('0')
    openId.people.set('uwe', { email: 'uwe@example.com' })
    expect((await enterBy('uwe')).error).toBe(authErrors.PROVIDER_EMAIL_NOT_VERIFIED)
    // The setting of one provider does not apply to another provider.
    expect((await enterBy('uwe', undefined, 'gitea')).error).toBe(authErrors.PROVIDER_EMAIL_NOT_VERIFIED)
  })

  test.each([
    ['/tenant', '/tenant/'],
    ['/tenant/', '/tenant'],
  ])('accepts the configured issuer %s with the reported issuer %s', async (set, told) => {
    const { origin, problems } = await gitLabAt(set, told)
    expect(await problems()).toEqual([])
    const address = await begin(new BrowserClient(server), 'gitlab')
    expect(address.href).toMatch(`${origin}/tenant/authorize?`)
  })

  test('reports both issuers in the log and to the admin when they differ', async () => {
    const { origin, problems } = await gitLabAt('/tenant', '/other')
    const to = await begin(new BrowserClient(server), 'gitlab')
    expect(to.searchParams.get('error_code')).toBe(String(authErrors.GITLAB_OAUTH_PROVIDER_ERROR))
    const reason = `The issuer is set as ${origin}/tenant, but the provider calls itself ${origin}/other.`
    expect(await problems()).toEqual([{ provider: 'gitlab', reason, last_at: expect.any(String) }])
    const someone = await signUp('curious@example.com')
    expect((await someone.send('listProviderProblems')).status).toBe(403)
  })

  /** Configures a provider whose discovery document names another issuer than the configured one. */
  async function gitLabAt(set: string, told: string) {
    const provider = createServer((_, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(
        JSON.stringify({ issuer: origin + told, authorization_endpoint: `${origin}/tenant/authorize` }),
      )
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const keep = (json: object) => owner.send('updateConfigurations', { json })
    onTestFinished(async () => {
      await keep({ IS_GITLAB_ENABLED: false })
      provider.closeAllConnections()
      await new Promise((resolve) => provider.close(resolve))
    })
    const keys = { GITLAB_CLIENT_ID: 'tandem', GITLAB_CLIENT_SECRET: 'a-secret' }
    expect((await keep({ IS_GITLAB_ENABLED: true, GITLAB_HOST: origin + set, ...keys })).status).toBe(200)
    const problems = async () => JSON.parse((await owner.send('listProviderProblems')).text)
    return { origin, problems }
  }

  test('security 34: rejects an old or forged state, and that of another browser', async () => {
    const own = new BrowserClient(server)
    const back = await openId.signIn(await begin(own, 'oidc'), 'eve')
    const other = new BrowserClient(server)
    await begin(other, 'oidc')
    for (const browser of [new BrowserClient(server), other]) {
      const refused = await comeBack(browser, 'oidc', back)
      expect(refused.error).toBe(authErrors.PROVIDER_SIGN_IN_OVER)
      expect(refused.browser.isSignedIn).toBe(false)
    }
    expect((await comeBack(own, 'gitea', back)).error).toBe(authErrors.PROVIDER_SIGN_IN_OVER)
    expect((await comeBack(own, 'oidc', back)).browser.isSignedIn).toBe(true)
    // The authorization state is accepted only once.
    const replayed = new BrowserClient(server)
    for (const [name, value] of own.cookies) if (name !== 'session-id') replayed.cookies.set(name, value)
    expect((await comeBack(replayed, 'oidc', back)).error).toBe(authErrors.PROVIDER_SIGN_IN_OVER)
    const late = await begin(own, 'oidc')
    await sql("update provider_sign_ins set expires_at = now() - interval '1 second'")
    expect((await comeBack(own, 'oidc', await openId.signIn(late, 'eve'))).error).toBe(
      authErrors.PROVIDER_SIGN_IN_OVER,
    )
  })

  test('rejects a wrong nonce, verifier, issuer or code', async () => {
    for (const [name, value] of [
      ['nonce', 'of-another-sign-in'],
      ['code_challenge', randomBytes(32).toString('base64url')],
    ] as const) {
      const browser = new BrowserClient(server)
      const address = await begin(browser, 'oidc')
      address.searchParams.set(name, value)
      const { error } = await comeBack(browser, 'oidc', await openId.signIn(address, 'nia'))
      expect(error, name).toBe(authErrors.OIDC_PROVIDER_ERROR)
      expect(browser.isSignedIn).toBe(false)
    }
    for (const [name, value] of [
      ['iss', 'https://issuer.example'],
      ['code', 'made-up'],
    ] as const) {
      const browser = new BrowserClient(server)
      const back = await openId.signIn(await begin(browser, 'oidc'), 'nia')
      back.searchParams.set(name, value)
      expect((await comeBack(browser, 'oidc', back)).error, name).toBe(authErrors.OIDC_PROVIDER_ERROR)
    }
  })

  test('security 43: redirects only to our own pages', async () => {
    for (const [next_path, arrives] of [
      ['/onboarding?from=link', '/onboarding?from=link'],
      ['https://evil.example/onboarding', '/onboarding'],
      ['//evil.example', '/onboarding'],
    ] as const) {
      const browser = new BrowserClient(server)
      const address = await begin(browser, 'oidc', { next_path })
      const { to } = await comeBack(browser, 'oidc', await openId.signIn(address, 'nia'))
      expect(to.href).toBe(`${server.url}${arrives}`)
    }
  })

  test('shows an error when the user cancels or the provider is disabled', async () => {
    const browser = new BrowserClient(server)
    const state = (await begin(browser, 'oidc')).searchParams.get('state') ?? ''
    const back = new URL(`${server.url}/?${new URLSearchParams({ state, error: 'access_denied' })}`)
    expect((await comeBack(browser, 'oidc', back)).error).toBe(authErrors.PROVIDER_SIGN_IN_CANCELLED)
    const off = await begin(browser, 'google', { next_path: '/acme' })
    expect(Object.fromEntries(off.searchParams)).toMatchObject({
      error_code: String(authErrors.GOOGLE_NOT_CONFIGURED),
      next_path: '/acme',
    })
    const { status } = await browser.send('enterByProvider', { params: { provider: 'elsewhere' } })
    expect(status).toBe(404)
  })

  test('security 32: asks for the second factor like other methods', async () => {
    const { browser } = await enterBy('faye')
    await sql('update users set has_second_factor = true where id = $1', [(await meOf(browser)).id])
    const asked = await enterBy('faye')
    expect(asked.to.pathname).toBe('/accounts/second-factor')
    expect(asked.browser.isSignedIn).toBe(false)
  })

  test('security 37: rejects a deactivated account', async () => {
    const { browser } = await enterBy('dee')
    await sql('update users set is_active = false where id = $1', [(await meOf(browser)).id])
    const refused = await enterBy('dee')
    expect(refused.error).toBe(authErrors.USER_ACCOUNT_DEACTIVATED)
    expect(refused.browser.isSignedIn).toBe(false)
    // Another external account with the same email address is rejected too.
    const byGitHub = await enterByGitHub(octocat('dee'))
    expect(byGitHub.error).toBe(authErrors.USER_ACCOUNT_DEACTIVATED)
  })
})

describe('signing in with GitHub', () => {
  test('uses the primary verified address', async () => {
    const gil = octocat('gil', {
      emails: [
        { email: 'owner@example.com', primary: false, verified: true },
        { email: 'gil@example.com', primary: true, verified: true },
      ],
    })
    const { browser } = await enterByGitHub(gil)
    expect(await meOf(browser)).toMatchObject({ email: 'gil@example.com', first_name: 'gil' })
    expect(await accountsOf(browser)).toMatchObject([
      { provider: 'github', provider_account_id: String(gil.id), metadata: { name: 'gil' } },
    ])
    const renamed = { ...gil, login: 'gilbert', emails: [] }
    expect((await meOf((await enterByGitHub(renamed)).browser)).email).toBe('gil@example.com')
  })

  test('security 33: ignores an unverified address', async () => {
    const una = octocat('unverified', {
      emails: [
        { email: 'owner@example.com', primary: true, verified: false },
        { email: 'una@example.org', primary: false, verified: true },
      ],
    })
    expect((await enterByGitHub(una)).error).toBe(authErrors.PROVIDER_EMAIL_NOT_VERIFIED)
  })

  test('rejects the code of another browser', async () => {
    const [one, two] = [new BrowserClient(server), new BrowserClient(server)]
    const foreign = gitHub.signIn(await begin(one, 'github'), octocat('gus'))
    const own = gitHub.signIn(await begin(two, 'github'), octocat('eva'))
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '')
    expect((await comeBack(two, 'github', own)).error).toBe(authErrors.GITHUB_OAUTH_PROVIDER_ERROR)
    expect(two.isSignedIn).toBe(false)
  })
})

describe('an address of an existing account', () => {
  test('security 33: is linked only after its owner has signed in and confirmed', async () => {
    const email = 'lea@example.com'
    await signUp(email)
    const { browser, to } = await enterBy('lea')
    expect(browser.isSignedIn).toBe(false)
    expect(to.pathname).toBe('/')
    expect(Object.fromEntries(to.searchParams)).toEqual({
      email,
      offered: 'oidc',
      next_path: '/accounts/link',
    })
    expect(await sql("select 1 from linked_accounts where provider_account_id = 'lea'")).toEqual([])
    expect((await browser.send('getOfferedAccount')).status).toBe(401)

    // The offered account can be linked neither in another browser nor to another user.
    const elsewhere = new BrowserClient(server)
    await elsewhere.post('signIn', { email, password })
    expect((await elsewhere.send('acceptOfferedAccount', { json: {} })).status).toBe(400)
    await browser.post('signIn', { email: 'owner@example.com', password })
    expect((await browser.send('acceptOfferedAccount', { json: {} })).status).toBe(400)

    await browser.post('signIn', { email, password })
    expect(await offeredTo(browser)).toEqual({
      provider: 'oidc',
      name: email,
      email,
      next_path: null,
      needs_proof: false,
    })
    expect(await accountsOf(browser)).toEqual([])
    expect((await browser.send('acceptOfferedAccount', { json: {} })).status).toBe(200)
    expect(await accountsOf(browser)).toMatchObject([{ provider: 'oidc', provider_account_id: 'lea' }])
    expect(await waitForEmailTo(server, email)).toContain(`with the Example ID account ${email}`)
    expect(await offeredTo(browser)).toBeNull()
    const { browser: later } = await enterBy('lea')
    expect(await meOf(later)).toMatchObject({ email, is_email_verified: true })
  })

  test('is not linked when the owner declines or the offer expires', async () => {
    await signUp('max@example.com')
    const { browser } = await enterBy('max')
    await browser.post('signIn', { email: 'max@example.com', password })
    expect((await browser.send('declineOfferedAccount')).status).toBe(204)
    expect((await browser.send('acceptOfferedAccount', { json: {} })).status).toBe(400)
    await enterBy('max', browser)
    await sql("update offered_accounts set expires_at = now() - interval '1 second'")
    expect((await browser.send('acceptOfferedAccount', { json: {} })).status).toBe(400)
    expect(await accountsOf(browser)).toEqual([])
  })

  test('a signed-in user is asked at once and keeps their next path', async () => {
    const browser = await signUp('ida@example.com')
    const address = await begin(browser, 'oidc', { next_path: '/acme' })
    const { to } = await comeBack(browser, 'oidc', await openId.signIn(address, 'ida'))
    expect(to.pathname).toBe('/accounts/link')
    expect(await offeredTo(browser)).toMatchObject({ next_path: '/acme', needs_proof: true })
    // The session alone does not prove the identity, because the user may have left the browser unattended.
    expect((await browser.send('acceptOfferedAccount', { json: {} })).status).toBe(400)
    expect(await accountsOf(browser)).toEqual([])
    const json = await proofOf(browser)
    expect((await browser.send('acceptOfferedAccount', { json })).status).toBe(200)
    expect(await accountsOf(browser)).toHaveLength(1)
  })
})

describe('linked accounts', () => {
  async function link(browser: BrowserClient, login: string) {
    const json = {
      provider: 'oidc',
      next_path: '/acme/settings/profile/security',
      ...(await proofOf(browser)),
    }
    const { url } = JSON.parse((await browser.send('linkAccount', { json })).text)
    return comeBack(browser, 'oidc', await openId.signIn(url, login))
  }

  test('require more than an open session', async () => {
    const browser = await signUp('open@example.com')
    const json = { provider: 'oidc', next_path: '/' }
    expect((await browser.send('linkAccount', { json })).status).toBe(400)
    const wrong = { ...json, mailed_code: '000000' }
    expect((await browser.send('linkAccount', { json: wrong })).status).toBe(400)
    expect(
      await sql('select 1 from provider_sign_ins where linking_user_id = $1', [(await meOf(browser)).id]),
    ).toEqual([])
  })

  test('are linked from the settings with any address', async () => {
    const browser = await signUp('kim@example.com')
    openId.people.set('kim-at-work', { email: 'kim@work.example' })
    const { to } = await link(browser, 'kim-at-work')
    expect(to.href).toBe(`${server.url}/acme/settings/profile/security?linked=oidc`)
    expect(await accountsOf(browser)).toMatchObject([{ provider_account_id: 'kim-at-work' }])
    const { browser: later } = await enterBy('kim-at-work')
    expect((await meOf(later)).email).toBe('kim@example.com')
  })

  test('cannot belong to a second account, and nothing is written', async () => {
    await enterBy('tom')
    const browser = await signUp('thief@example.com')
    const before = await sql('select * from linked_accounts order by id')
    const { to, error } = await link(browser, 'tom')
    expect(to.pathname).toBe('/acme/settings/profile/security')
    expect(error).toBe(authErrors.ACCOUNT_LINKED_ELSEWHERE)
    expect(await sql('select * from linked_accounts order by id')).toEqual(before)
  })

  test('security 37: are not linked to an account that is being deleted', async () => {
    const browser = await signUp('going@example.com')
    const { id } = await meOf(browser)
    const json = { provider: 'oidc', next_path: '/', ...(await proofOf(browser)) }
    const { url } = JSON.parse((await browser.send('linkAccount', { json })).text)
    const back = await openId.signIn(url, 'going-elsewhere')
    // Performs the steps of an account deletion: locks the account and deletes its credentials.
    const going = [
      ['update users set is_active = false where id = $1', id],
      ['delete from linked_accounts where user_id = $1', id],
    ] as const
    const { to } = await runDuringTransaction(server.databaseUrl, going, () =>
      comeBack(browser, 'oidc', back),
    )
    expect(to.searchParams.get('linked')).toBeNull()
    openId.people.set('going-elsewhere', { email: 'goes-on@example.com', email_verified: true })
    const { browser: later } = await enterBy('going-elsewhere')
    expect((await meOf(later)).email).toBe('goes-on@example.com')
  })

  test('security 34: are linked only to the user who started it', async () => {
    const browser = await signUp('pia@example.com')
    const json = { provider: 'oidc', next_path: '/', ...(await proofOf(browser)) }
    const { url } = JSON.parse((await browser.send('linkAccount', { json })).text)
    const back = await openId.signIn(url, 'pia-elsewhere')
    await browser.post('signIn', { email: 'owner@example.com', password })
    expect((await comeBack(browser, 'oidc', back)).error).toBe(authErrors.PROVIDER_SIGN_IN_OVER)
    expect(await accountsOf(browser)).toEqual([])
    const stranger = new BrowserClient(server)
    expect((await stranger.send('linkAccount', { json })).status).toBe(401)
  })

  test('are unlinked, except the last sign-in method', async () => {
    const { browser } = await enterBy('sol')
    const [account] = await accountsOf(browser)
    const params = { account_id: account?.id ?? '' }
    expect(JSON.parse((await browser.send('getMyAccount', { params })).text)).toEqual(account)
    const refused = await browser.send('unlinkAccount', { params, json: {} })
    expect(JSON.parse(refused.text)).toMatchObject({ error_code: authErrors.LAST_WAY_IN })
    expect(await accountsOf(browser)).toHaveLength(1)
    const stranger = await signUp('stranger@example.com')
    expect((await stranger.send('unlinkAccount', { params, json: {} })).status).toBe(404)
    await browser.callWithToken('setPassword', { password })
    expect((await browser.send('unlinkAccount', { params, json: {} })).status).toBe(400)
    expect((await browser.send('unlinkAccount', { params, json: { password: 'not it' } })).status).toBe(400)
    expect(await accountsOf(browser)).toHaveLength(1)
    expect((await browser.send('unlinkAccount', { params, json: { password } })).status).toBe(204)
    expect(await accountsOf(browser)).toEqual([])
    expect(await waitForEmailTo(server, 'sol@example.com')).toContain('Example ID was unlinked')
    expect(
      await sql('select action from audit_records where target_id = $1 order by created_at, id', [
        (await meOf(browser)).id,
      ]),
    ).toMatchObject(
      [
        'account.created',
        'account.linked',
        'session.started',
        'account.password_changed',
        'account.unlinked',
      ].map((action) => ({ action })),
    )
    // The external account is unlinked now. A sign-in with it only offers to link it to the account with the same
    // email address.
    expect((await enterBy('sol')).to.searchParams.get('offered')).toBe('oidc')
  })
})

test('the sign-in screen lists the enabled providers with their names', async () => {
  const { config } = JSON.parse((await new BrowserClient(server).send('getInstance')).text)
  expect(config).toMatchObject({
    is_google_enabled: false,
    is_github_enabled: true,
    is_gitea_enabled: true,
    is_oidc_enabled: true,
    oidc_name: 'Example ID',
  })
})

test('tokens of providers are not stored', async () => {
  const kept = await sql<{ row: string }>('select row_to_json(a)::text as row from linked_accounts a')
  for (const { row } of kept) expect(row).not.toMatch(/token|gho_|eyJ/)
})

describe('an installation without open sign-up', () => {
  let closed: TestServer

  beforeAll(async () => {
    closed = await startTestServer({
      TRUSTED_PROXIES: '1',
      REACHABLE_NETWORKS: '127.0.0.1',
      ENABLE_SIGNUP: '0',
      ...gitHub.settings,
      GITHUB_ORGANIZATION_ID: 'Acme',
      ...openId.settings('OIDC'),
      OIDC_ISSUER: openId.issuer.replace('127.0.0.1', 'localhost'),
    })
  })
  afterAll(() => closed.close())

  async function enterClosed(person: FakeGitHubUser) {
    const browser = new BrowserClient(closed)
    return comeBack(browser, 'github', gitHub.signIn(await begin(browser, 'github'), person))
  }
  const organizations = [{ id: 77, login: 'acme' }]

  test('accepts the first user and invited users', async () => {
    const owner = await enterClosed(octocat('owner', { organizations }))
    expect(owner.browser.isSignedIn).toBe(true)
    const refused = await enterClosed(octocat('new', { organizations }))
    expect(refused.error).toBe(authErrors.SIGNUP_DISABLED)
    expect(await runSql(closed.databaseUrl, "select 1 from users where email = 'new@example.com'")).toEqual(
      [],
    )
    await owner.browser.send('createWorkspace', { json: { name: 'Acme', slug: 'acme' } })
    await owner.browser.send('createInvitations', {
      params: { slug: 'acme' },
      json: { emails: [{ email: 'new@example.com', role: role.member }] },
    })
    const invited = await enterClosed(octocat('new', { organizations }))
    expect(invited.browser.isSignedIn).toBe(true)
  })

  test('accepts only members of its GitHub organization', async () => {
    for (const others of [[], [{ id: 78, login: 'acme-fans' }]]) {
      const refused = await enterClosed(octocat('owner', { organizations: others }))
      expect(refused.error).toBe(authErrors.GITHUB_USER_NOT_IN_ORG)
      expect(refused.browser.isSignedIn).toBe(false)
    }
  })

  test('rejects an issuer with another name', async () => {
    const to = await begin(new BrowserClient(closed), 'oidc')
    expect(to.searchParams.get('error_code')).toBe(String(authErrors.OIDC_PROVIDER_ERROR))
  })
})

test('security 12: contacts a provider in a private network only when allowed', async () => {
  const strict = await startTestServer(openId.settings('OIDC'))
  const to = await begin(new BrowserClient(strict), 'oidc')
  expect(to.searchParams.get('error_code')).toBe(String(authErrors.OIDC_PROVIDER_ERROR))
  await strict.close()
})
