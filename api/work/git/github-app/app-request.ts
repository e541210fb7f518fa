import type { SafeHttpClient } from '../../../platform/outgoing/safe-client.ts'
import { ExternalResourceUnreadable } from '../../../platform/outgoing/unreadable.ts'
import { forgeApiUrl, forgeAuthHeaders } from '../forges/forge-api.ts'
import { ForgeRequestError } from '../forges/forge-request-error.ts'

/**
 * Maximum duration of a request in milliseconds, and maximum size of a response in bytes. A page of one hundred
 * repositories has about 700 kB.
 */
const limits = { patience: 15_000, most: 5_000_000 }

interface GithubRequest {
  method: 'GET' | 'POST'
  /** Path below the API of the server, such as `/app`. */
  path: string
  /** Token of the App, of an installation or of a user. Is null for requests that need none. */
  token: string | null
  body?: object
}

/** Sends a request to the API of GitHub. Throws `ForgeRequestError` if no valid response arrives. */
export async function requestGithub(
  { web }: { web: SafeHttpClient },
  host: string,
  { method, path, token, body }: GithubRequest,
): Promise<{ status: number; answer: unknown }> {
  const address = forgeApiUrl({ provider: 'github', base_url: host }) + path
  const headers =
    token === null ? { accept: 'application/vnd.github+json' } : forgeAuthHeaders('github', token)
  return sendToGithub(web, address, { method, headers, body })
}

/** Exchanges the code from GitHub's redirect for a token of the user. Returns null if GitHub refuses the code. */
export async function exchangeGithubCode(
  { web }: { web: SafeHttpClient },
  { host, clientId, clientSecret }: { host: string; clientId: string; clientSecret: string },
  code: string,
): Promise<string | null> {
  const { answer } = await sendToGithub(web, `${host}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: { client_id: clientId, client_secret: clientSecret, code },
  })
  // GitHub also returns errors with status 200.
  const token = answer !== null && typeof answer === 'object' ? Reflect.get(answer, 'access_token') : null
  return typeof token === 'string' && token !== '' ? token : null
}

async function sendToGithub(
  web: SafeHttpClient,
  address: string,
  { method, headers, body }: Pick<GithubRequest, 'method' | 'body'> & { headers: Record<string, string> },
): Promise<{ status: number; answer: unknown }> {
  try {
    const { status, bytes } = await web.send(address, {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tandem' },
      body: body === undefined ? '' : JSON.stringify(body),
      ...limits,
    })
    const text = bytes.toString()
    return { status, answer: text === '' ? null : JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ForgeRequestError('The answer of the server is not JSON.', true)
    if (!(error instanceof ExternalResourceUnreadable)) throw error
    throw new ForgeRequestError(error.message, false)
  }
}
