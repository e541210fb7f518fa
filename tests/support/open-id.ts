import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** The claims that the provider returns about a person, in addition to the subject. */
export interface Claims {
  email?: string
  email_verified?: boolean
  name?: string
}

/** A complete OpenID Connect provider, the npm package `oidc-provider`. */
export interface OpenIdTestProvider {
  issuer: string
  /**
   * Returns the instance settings that enable this provider. `prefix` is the prefix of the sign-in method.
   */
  settings(prefix: 'OIDC' | 'GITLAB' | 'GITEA'): Record<string, string>
  /** The claims of the people, by login. A person without an entry has a verified email address. */
  people: Map<string, Claims>
  /** Registers the instance at this URL as a client. Call it before the first sign-in. */
  trust(appUrl: string): void
  /** Signs a person in as their browser does and returns the redirect URL. */
  signIn(address: URL | string, login: string): Promise<URL>
  close(): Promise<void>
}

const client_id = 'tandem'
const client_secret = 'a-secret-of-the-provider-0815'

export async function startOpenIdTestProvider(): Promise<OpenIdTestProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Claims>()
  return {
    issuer,
    people,
    settings: (prefix) => ({
      [`IS_${prefix}_ENABLED`]: '1',
      [prefix === 'OIDC' ? 'OIDC_ISSUER' : `${prefix}_HOST`]: issuer,
      [`${prefix}_CLIENT_ID`]: client_id,
      [`${prefix}_CLIENT_SECRET`]: client_secret,
    }),
    trust(appUrl) {
      const redirects = ['oidc', 'gitlab', 'gitea'].map((name) => `${appUrl}/auth/${name}/callback/`)
      server.on('request', providerFor(issuer, redirects, people).callback())
    },
    signIn,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function providerFor(issuer: string, redirect_uris: string[], people: Map<string, Claims>): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return new Provider(issuer, {
    clients: [{ client_id, client_secret, redirect_uris }],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...told(people, id) }) }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // With false, the ID token contains the email address, as the ID tokens of Google do.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    features: { devInteractions: { enabled: true } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // Skips the consent screen.
    async loadExistingGrant({ oidc: { session, client, provider } }) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

function told(people: Map<string, Claims>, id: string): Claims {
  return people.get(id) ?? { email: `${id}@example.com`, email_verified: true, name: `${id} Example` }
}

/** Signs a person in on the provider's own page, which accepts any login with any password. */
async function signIn(address: URL | string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(address)
  let body: URLSearchParams | undefined
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const to = answer.headers.get('location')
    const form = /action="([^"]+)"/.exec(to === null ? await answer.text() : '')?.[1]
    if (to !== null) {
      const next = new URL(to, at)
      if (next.origin !== new URL(address).origin) return next
      at = next
      body = undefined
    } else if (form !== undefined) {
      at = new URL(form, at)
      body = new URLSearchParams({ prompt: 'login', login, password: 'whatever' })
    } else throw new Error(`The provider stops at ${at.pathname} with ${answer.status}`)
  }
  throw new Error('The provider leads nowhere')
}
