import { createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { githubAppCallbackPath } from '#common/work/git/rules.ts'
import type { ApiClient } from './api-client.ts'
import { type FakeIssueForge, type ForgeAnswer, startFakeIssueForge } from './issue-forge.ts'

interface FakeRepository {
  id: number
  full_name: string
  private?: boolean
}

interface FakeInstallation {
  id: number
  account: string
  suspended_at: string | null
  repositories: FakeRepository[]
}

/** A person on the fake GitHub. */
interface FakeGithubPerson {
  /** Ids of the installations that the person can access. */
  installations: number[]
  /** Ids of the repositories that the person may only read. */
  readable?: number[]
}

/** A JSON Web Token that the fake GitHub has accepted, and the request that contained it. */
interface AcceptedJwt {
  claims: { iat: number; exp: number; iss: string }
  path: string
}

/** A GitHub server with an App, its installations and a repository with issues. */
export interface FakeGithubApp extends FakeIssueForge {
  /** Settings of Tandem for the App. */
  settings: Record<string, string>
  installations: FakeInstallation[]
  /** The person who authorizes the App when a browser opens the page. */
  visitor: FakeGithubPerson
  /** Manifests from which the fake was asked to create an App. */
  manifests: Record<string, unknown>[]
  jwts: AcceptedJwt[]
  /** Tokens of installations, with the requested repositories. */
  tokens: { token: string; installation: number; repositories: number[] }[]
  /** Milliseconds for which new tokens of installations are valid. */
  tokenMs: number
  /** Returns a code that Tandem can exchange for a token of the person. */
  grantCode(person?: FakeGithubPerson): string
  /** Invalidates all tokens of persons, as if these persons had revoked the authorization. */
  revokePersons(): void
  /** Invalidates all tokens of installations. */
  revokeTokens(): void
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const appId = '4711'
const clientId = 'Iv1.tandem'
const clientSecret = 'a-client-secret-of-the-app'
const webhookSecret = 'a-webhook-secret-of-the-app'

/** Starts the fake. `repository` is the repository whose issues can be changed. */
export async function startFakeGithubApp(repository = 'acme/web'): Promise<FakeGithubApp> {
  const installations: FakeInstallation[] = [
    {
      ...{ id: 71, account: 'acme', suspended_at: null },
      repositories: [{ id: 42, full_name: repository, private: true }],
    },
  ]
  const jwts: AcceptedJwt[] = []
  const tokens: FakeGithubApp['tokens'] = []
  const codes = new Map<string, FakeGithubPerson>()
  const persons = new Map<string, FakeGithubPerson>()

  function readJwt(token: string, path: string): boolean {
    const [header = '', claims = '', signature = ''] = token.split('.')
    const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned || parse(header).alg !== 'RS256') return false
    const read: AcceptedJwt['claims'] = parse(claims)
    const now = Date.now() / 1000
    if (read.iss !== appId || read.iat > now || read.exp <= now || read.exp - now > 600) return false
    jwts.push({ claims: read, path })
    return true
  }

  function createToken(id: number, repository_ids: number[]): ForgeAnswer {
    const installation = installations.find((one) => one.id === id)
    if (installation === undefined) return { status: 404, answer: { message: 'Not Found' } }
    if (installation.suspended_at !== null)
      return { status: 403, answer: { message: 'This installation has been suspended' } }
    const repositories = installation.repositories.filter((one) => repository_ids.includes(one.id))
    if (repositories.length < repository_ids.length)
      return { status: 422, answer: { message: 'A repository is not accessible to the installation.' } }
    const token = `ghs_${randomUUID()}`
    tokens.push({ token, installation: id, repositories: repository_ids })
    const expires_at = new Date(Date.now() + fake.tokenMs).toISOString()
    return { status: 201, answer: { token, expires_at, repositories } }
  }

  function ofPerson(path: string, query: URLSearchParams, person: FakeGithubPerson | undefined): ForgeAnswer {
    if (person === undefined) return { status: 401, answer: { message: 'Bad credentials' } }
    const page = <Row>(rows: Row[]) => {
      const size = Number(query.get('per_page'))
      const end = Number(query.get('page')) * size
      return rows.slice(end - size, end)
    }
    const own = installations.filter(({ id }) => person.installations.includes(id))
    const [, id] = /^\/user\/installations\/(\d+)\/repositories$/.exec(path) ?? []
    if (id === undefined) {
      const rows = own.map(({ id, account, suspended_at }) => ({
        ...{ id, suspended_at, account: { login: account } },
        html_url: `${url()}/organizations/${account}/settings/installations/${id}`,
      }))
      return { status: 200, answer: { total_count: rows.length, installations: page(rows) } }
    }
    const installation = own.find((one) => String(one.id) === id)
    if (installation === undefined) return { status: 404, answer: { message: 'Not Found' } }
    const rows = installation.repositories.map((one) => {
      const push = !person.readable?.includes(one.id)
      return { private: false, ...one, permissions: { push, admin: false, pull: true } }
    })
    return { status: 200, answer: { total_count: rows.length, repositories: page(rows) } }
  }

  function exchange(text: string): ForgeAnswer {
    const { client_id, client_secret, code } = JSON.parse(text)
    const person = codes.get(code)
    codes.delete(code)
    if (client_id !== clientId || client_secret !== clientSecret || person === undefined)
      return { status: 200, answer: { error: 'bad_verification_code' } }
    const access_token = `ghu_${randomUUID()}`
    persons.set(access_token, person)
    return { status: 200, answer: { access_token, token_type: 'bearer' } }
  }

  /** Redirects the browser to Tandem, as if the person had accepted the authorization at once. */
  function returnTo(callback: string, params: Record<string, string>): ForgeAnswer {
    const query = new URLSearchParams({ ...params, code: fake.grantCode() })
    return { status: 302, answer: null, headers: { location: `${callback}?${query}` } }
  }

  let callback = ''
  /** Answers the requests for pages that a browser opens. Returns null for all other paths. */
  function pageOf(pathname: string, query: URLSearchParams): ForgeAnswer | null {
    const state = query.get('state') ?? ''
    if (pathname === '/login/oauth/authorize') {
      callback = query.get('redirect_uri') ?? ''
      return returnTo(callback, { state })
    }
    if (pathname !== '/github-apps/tandem/installations/new') return null
    fake.visitor.installations = installations.map(({ id }) => id)
    const [installation] = installations
    return returnTo(callback, { state, setup_action: 'install', installation_id: String(installation?.id) })
  }

  /** Creates the App from a manifest after a click, as GitHub does. */
  function creationPage(text: string, state: string): ForgeAnswer {
    const manifest = JSON.parse(new URLSearchParams(text).get('manifest') ?? '{}')
    fake.manifests.push(manifest)
    const query = new URLSearchParams({ code: 'a-code-of-the-manifest', state })
    const answer = `<a href="${manifest.redirect_url}?${query}">Create the App on GitHub</a>`
    return { status: 200, answer, headers: { 'content-type': 'text/html' } }
  }

  function conversionOf(code: string): ForgeAnswer {
    if (code !== 'a-code-of-the-manifest') return { status: 404, answer: { message: 'Not Found' } }
    const keys = { client_id: clientId, client_secret: clientSecret, webhook_secret: webhookSecret, pem }
    return { status: 201, answer: { id: Number(appId), slug: 'tandem', ...keys } }
  }

  function ofApp(path: string, token: string, text: string): ForgeAnswer {
    if (!readJwt(token, path)) return { status: 401, answer: { message: 'Bad credentials' } }
    if (path === '/app')
      return { status: 200, answer: { slug: 'tandem', html_url: `${url()}/github-apps/tandem` } }
    const [, id] = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? []
    return createToken(Number(id), JSON.parse(text).repository_ids)
  }

  function answer(request: IncomingMessage, text: string): ForgeAnswer | null {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://github')
    const token = (request.headers.authorization ?? '').replace(/^bearer /i, '')
    if (pathname === '/login/oauth/access_token') return exchange(text)
    const path = pathname.replace('/api/v3', '')
    const [, code] = /^\/app-manifests\/([\w-]+)\/conversions$/.exec(path) ?? []
    if (code !== undefined) return conversionOf(code)
    if (path.endsWith('/settings/apps/new')) return creationPage(text, query.get('state') ?? '')
    if (path.startsWith('/user/')) return ofPerson(path, query, persons.get(token))
    return path.startsWith('/app') ? ofApp(path, token, text) : pageOf(pathname, query)
  }

  const revoked = new Set<string>()
  const accepts = (token: string) => tokens.some((one) => one.token === token) && !revoked.has(token)
  const forge = await startFakeIssueForge('github', repository, { answer, accepts })
  const url = () => forge.url
  const fake: FakeGithubApp = Object.assign(forge, {
    settings: {
      GITHUB_APP_HOST: forge.url,
      GITHUB_APP_ID: appId,
      GITHUB_APP_CLIENT_ID: clientId,
      GITHUB_APP_CLIENT_SECRET: clientSecret,
      GITHUB_APP_PRIVATE_KEY: pem,
      GITHUB_APP_WEBHOOK_SECRET: webhookSecret,
    },
    ...{ manifests: [], installations, jwts, tokens, tokenMs: 3_600_000, visitor: { installations: [71] } },
    grantCode(person: FakeGithubPerson = fake.visitor) {
      const code = randomUUID()
      codes.set(code, person)
      return code
    },
    revokePersons: () => persons.clear(),
    revokeTokens() {
      for (const { token } of tokens) revoked.add(token)
    },
  })
  return fake
}

/** Lets a person authorize the App for a project, as a browser does. */
export async function authorizeGithubApp(
  github: FakeGithubApp,
  tandem: string,
  person: Pick<ApiClient, 'call' | 'cookie'>,
  { slug, project_id }: { slug: string; project_id: string },
): Promise<void> {
  const { url } = await person.call('authorizeGithubApp', { params: { slug, project_id }, body: {} })
  const query = new URLSearchParams({
    state: new URL(url).searchParams.get('state') ?? '',
    code: github.grantCode(),
  })
  const headers = { cookie: person.cookie }
  await fetch(`${tandem}${githubAppCallbackPath}?${query}`, { headers, redirect: 'manual' })
}
