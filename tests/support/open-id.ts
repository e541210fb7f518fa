import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider tells of somebody, besides the name by which it knows them. */
export interface Claims {
  email?: string
  email_verified?: boolean
  name?: string
}

/** A whole provider of OpenID Connect, that of npm's `oidc-provider`. */
export interface OpenId {
  issuer: string
  /** What an installation sets to let it vouch, under the prefix of a provider's settings. */
  settings(prefix: 'OIDC' | 'GITLAB' | 'GITEA'): Record<string, string>
  /** Whoever is not named is told of as a person with a verified address. */
  people: Map<string, Claims>
  /** Lets the installation at this address ask it; before the first sign-in. */
  trust(appUrl: string): void
  /** Signs somebody in there, as their browser does; answers where that is sent back to. */
  signIn(address: URL | string, login: string): Promise<URL>
  close(): Promise<void>
}

const client_id = 'tandem'
const client_secret = 'a-secret-of-the-provider-0815'

export async function startOpenId(): Promise<OpenId> {
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
    // The address stands in the ID token, as Google has it.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    features: { devInteractions: { enabled: true } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // Nobody is asked there whether they agree.
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

/** Its own pages: a form takes any name with any password. */
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
