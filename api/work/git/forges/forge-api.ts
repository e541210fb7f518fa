import type { GitProvider } from '#common/work/git/rules.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { SafeHttpClient } from '../../../platform/outgoing/safe-client.ts'
import { ExternalResourceUnreadable } from '../../../platform/outgoing/unreadable.ts'
import type { GitConnectionRow } from '../entity.ts'
import { decryptForConnection } from '../secrets.ts'

type Connection = Pick<
  GitConnectionRow,
  'id' | 'provider' | 'base_url' | 'repository' | 'sealed_token' | 'sealed_secret'
>

/** Maximum duration of a request in milliseconds, and maximum size of a response in bytes. */
const limits = { patience: 15_000, most: 100_000 }

/**
 * Creates the webhook on the forge with the token of the connection. Returns null on success, otherwise the
 * reason why the forge refused it.
 */
export async function createForgeWebhook(
  { web, config }: { web: SafeHttpClient; config: Config },
  connection: Connection,
  webhookUrl: string,
): Promise<string | null> {
  const { id, provider, sealed_token } = connection
  if (sealed_token === null) return 'The repository has no access token.'
  const token = decryptForConnection(config, 'git-tokens', id, sealed_token)
  const secret = decryptForConnection(config, 'git-webhook-secrets', id, connection.sealed_secret)
  const { path, headers, body } = requests[provider](connection, { token, secret, url: webhookUrl })
  try {
    const answer = await web.post(`${forgeApiUrl(connection)}${path}`, {
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tandem' },
      body: JSON.stringify(body),
      ...limits,
    })
    return answer.status >= 200 && answer.status < 300 ? null : refusalOf(answer.status)
  } catch (error) {
    if (!(error instanceof ExternalResourceUnreadable)) throw error
    return error.message
  }
}

function refusalOf(status: number): string {
  if (status === 401 || status === 403)
    return 'The access token is not valid or lacks the right to manage webhooks.'
  if (status === 404) return 'The access token cannot see the repository.'
  if (status === 422 || status === 409)
    return 'The webhook exists already, or this server cannot be reached from there.'
  return `The server answered with status ${status}.`
}

export function forgeApiUrl({ provider, base_url }: Pick<Connection, 'provider' | 'base_url'>): string {
  if (provider === 'github')
    return base_url === 'https://github.com' ? 'https://api.github.com' : `${base_url}/api/v3`
  return `${base_url}/api/${provider === 'gitlab' ? 'v4' : 'v1'}`
}

interface WebhookWish {
  token: string
  secret: string
  url: string
}

interface ForgeRequest {
  path: string
  headers: Record<string, string>
  body: object
}

/** Returns the request headers that authenticate with the token of a connection. */
export function forgeAuthHeaders(provider: GitProvider, token: string): Record<string, string> {
  if (provider === 'gitlab') return { 'private-token': token }
  if (provider !== 'github') return { authorization: `token ${token}` }
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }
}

const events = ['create', 'delete', 'push', 'pull_request', 'issues', 'issue_comment']

function giteaRequest(
  { provider, repository }: Connection,
  { token, secret, url }: WebhookWish,
): ForgeRequest {
  return {
    path: `/repos/${repository}/hooks`,
    headers: forgeAuthHeaders(provider, token),
    body: { type: provider, active: true, events, config: { url, secret, content_type: 'json' } },
  }
}

const requests: Record<GitProvider, (connection: Connection, wish: WebhookWish) => ForgeRequest> = {
  github: ({ repository }, { token, secret, url }) => ({
    path: `/repos/${repository}/hooks`,
    headers: forgeAuthHeaders('github', token),
    body: { name: 'web', active: true, events, config: { url, secret, content_type: 'json' } },
  }),
  gitlab: ({ repository }, { token, secret, url }) => ({
    path: `/projects/${encodeURIComponent(repository)}/hooks`,
    headers: forgeAuthHeaders('gitlab', token),
    body: {
      ...{ url, token: secret, push_events: true, merge_requests_events: true },
      ...{ issues_events: true, note_events: true },
    },
  }),
  gitea: giteaRequest,
  forgejo: giteaRequest,
}
