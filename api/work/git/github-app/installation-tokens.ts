import { z } from 'zod'
import { type GitAppProblem, gitAppProblemMessages } from '#common/work/git/rules.ts'
import type { Deps } from '../../../platform/context/deps.ts'
import type { GitConnectionRow } from '../entity.ts'
import { ForgeRequestError } from '../forges/forge-request-error.ts'
import { requestGithub } from './app-request.ts'
import {
  createAppJwt,
  type GithubAppSettings,
  invalidGithubAppMessage,
  readGithubApp,
} from './app-settings.ts'

export type GithubPorts = Pick<Deps, 'web' | 'settings'>
export type AppConnection = Pick<GitConnectionRow, 'base_url' | 'external_id' | 'installation_id'>

/** Thrown if the GitHub App has no access to the repository of a connection. */
export class GithubAccessError extends ForgeRequestError {
  readonly problem: GitAppProblem
  constructor(problem: GitAppProblem) {
    super(gitAppProblemMessages[problem], true)
    this.problem = problem
  }
}

/** A token of an installation that gives access to one repository. */
export interface RepositoryToken {
  token: string
  expires_at: number
  /** Current path of the repository, or null if GitHub does not send it. */
  repository: string | null
}

/**
 * A new token is requested if the current token expires within this number of milliseconds. GitHub's tokens last an
 * hour.
 */
const renewalMs = 5 * 60_000
/** Maximum number of cached tokens. The oldest token is removed first. */
const cachedTokens = 1000

/** Tokens by HTTP client, so that two servers in one process share no tokens. */
const caches = new WeakMap<GithubPorts['web'], Map<string, Promise<RepositoryToken>>>()

/** Returns a token for the repository of the connection, from the cache if it is still valid for some minutes. */
export async function getInstallationToken(ports: GithubPorts, connection: AppConnection): Promise<string> {
  const app = requireApp(ports, connection)
  const cache = cacheOf(ports)
  const key = keyOf(app, connection)
  const cached = await cache.get(key)?.catch(() => null)
  if (cached && cached.expires_at - renewalMs > Date.now()) return cached.token
  return (await requestInstallationToken(ports, connection)).token
}

/** Requests a new token, which also shows whether the App has access to the repository. */
export async function requestInstallationToken(
  ports: GithubPorts,
  connection: AppConnection,
): Promise<RepositoryToken> {
  const app = requireApp(ports, connection)
  const cache = cacheOf(ports)
  const key = keyOf(app, connection)
  const requested = createToken(ports, app, connection)
  cache.delete(key)
  cache.set(key, requested)
  for (const oldest of cache.keys()) {
    if (cache.size <= cachedTokens) break
    cache.delete(oldest)
  }
  try {
    return await requested
  } catch (error) {
    if (cache.get(key) === requested) cache.delete(key)
    throw error
  }
}

function requireApp(ports: GithubPorts, { base_url }: AppConnection): GithubAppSettings {
  const app = readGithubApp(ports)
  if (app === null || app.host !== base_url) throw new GithubAccessError('unconfigured')
  return app
}

function cacheOf({ web }: GithubPorts): Map<string, Promise<RepositoryToken>> {
  const cache = caches.get(web) ?? new Map<string, Promise<RepositoryToken>>()
  caches.set(web, cache)
  return cache
}

function keyOf({ host, id }: GithubAppSettings, { installation_id, external_id }: AppConnection): string {
  return JSON.stringify([host, id, installation_id, external_id])
}

const created = z.object({
  token: z.string().min(1),
  expires_at: z.string(),
  repositories: z.array(z.object({ full_name: z.string() })).nullish(),
})

async function createToken(
  ports: GithubPorts,
  app: GithubAppSettings,
  { installation_id, external_id }: AppConnection,
): Promise<RepositoryToken> {
  const { status, answer } = await requestGithub(ports, app.host, {
    method: 'POST',
    path: `/app/installations/${installation_id}/access_tokens`,
    token: createAppJwt(app),
    body: { repository_ids: [Number(external_id)] },
  })
  if (status !== 201) throw refusalOf(status, answer)
  const { data } = created.safeParse(answer)
  if (data === undefined) throw new ForgeRequestError('The answer of the server has an unknown form.', true)
  const expires_at = new Date(data.expires_at).getTime() || 0
  return { token: data.token, expires_at, repository: data.repositories?.[0]?.full_name ?? null }
}

function refusalOf(status: number, answer: unknown): ForgeRequestError {
  if (status === 404) return new GithubAccessError('uninstalled')
  if (status === 422) return new GithubAccessError('removed')
  if (status === 401) return new ForgeRequestError(invalidGithubAppMessage, true)
  // Check the answer too, because GitHub also answers 403 when the App has made too many requests.
  if (status === 403 && /suspended/i.test(JSON.stringify(answer))) return new GithubAccessError('suspended')
  return new ForgeRequestError(`The server answered with status ${status}.`, false)
}
