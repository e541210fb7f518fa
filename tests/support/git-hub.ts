import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeGitHubUser {
  id: number
  login: string
  name: string
  /** The content of the person's avatar. If it is missing, the person has no avatar. */
  picture?: Buffer
  emails: { email: string; primary: boolean; verified: boolean }[]
  organizations?: { id: number; login: string }[]
}

/** A simplified GitHub server that supports sign-in. */
export interface FakeGitHub {
  settings: Record<string, string>
  /** Returns the redirect URL after the person has signed in at GitHub and accepted the request. */
  signIn(address: URL, person: FakeGitHubUser): URL
  close(): Promise<void>
}

const client_id = 'tandem'
const client_secret = 'a-secret-of-github-4711'

export async function startFakeGitHub(): Promise<FakeGitHub> {
  const codes = new Map<string, { person: FakeGitHubUser; challenge: string }>()
  const tokens = new Map<string, FakeGitHubUser>()
  /** The pictures by their path. */
  const pictures = new Map<string, Buffer>()

  function exchange(form: URLSearchParams): object {
    const granted = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = form.get('client_id') === client_id && form.get('client_secret') === client_secret
    // GitHub answers errors with status 200.
    if (!isClient || granted?.challenge !== challenge) return { error: 'bad_verification_code' }
    const access_token = `gho_${randomUUID()}`
    tokens.set(access_token, granted.person)
    return { access_token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://github')
    const picture = pictures.get(pathname)
    if (picture !== undefined) {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.end(picture)
      return
    }
    const person = tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '')
    const answer =
      pathname === '/login/oauth/access_token'
        ? exchange(await formOf(request))
        : told(pathname, person, host)
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: {
      IS_GITHUB_ENABLED: '1',
      GITHUB_HOST: host,
      GITHUB_CLIENT_ID: client_id,
      GITHUB_CLIENT_SECRET: client_secret,
    },
    signIn(address, person) {
      const code = randomUUID()
      if (person.picture) pictures.set(pictureOf(person), person.picture)
      codes.set(code, { person, challenge: address.searchParams.get('code_challenge') ?? '' })
      const back = new URL(address.searchParams.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code, state: address.searchParams.get('state') ?? '' }))
      return back
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pictureOf({ id }: FakeGitHubUser): string {
  return `/pictures/${id}`
}

function told(pathname: string, person: FakeGitHubUser | undefined, host: string): unknown {
  if (person === undefined) return null
  const { id, login, name, emails, organizations = [] } = person
  if (pathname === '/api/v3/user') {
    const avatar_url = person.picture && `${host}${pictureOf(person)}`
    return { id, login, name, avatar_url }
  }
  if (pathname === '/api/v3/user/emails') return emails
  if (pathname === '/api/v3/user/memberships/orgs')
    return organizations.map((organization) => ({ state: 'active', organization }))
  return null
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}
