import { z } from 'zod'
import { AppError, notFound } from '#common/platform/errors.ts'
import {
  gitAppProblemMessages,
  githubRepositoriesPerPage,
  normalizeGitRepositoryPath,
} from '#common/work/git/rules.ts'
import type { GithubInstallation, GithubRepository } from '#common/work/git/schema.ts'
import type { Context, ProjectContext } from '../../../platform/context/context.ts'
import { GitConnectionEntity } from '../entity.ts'
import { ForgeRequestError } from '../forges/forge-request-error.ts'
import { explainGithubErrors } from './access.ts'
import { requestGithub } from './app-request.ts'
import { type GithubAppSettings, readGithubApp } from './app-settings.ts'
import {
  authorizationExpiredError,
  deleteUserTokens,
  findGithubUserToken,
  type GithubUserToken,
} from './authorizations.ts'

/*
 * The lists of installations and repositories are read with the token of the user, because the token of an
 * installation would also list private repositories that this user cannot access on GitHub. GitHub limits the
 * requests with this token.
 */

const perPage = 100
/** Maximum number of pages that are read. Further repositories cannot be selected. */
const mostPages = 50
const pagesAtOnce = 5

const account = z.object({ login: z.string() }).nullish()
const installationPage = z.object({
  total_count: z.int(),
  installations: z.array(
    z.object({ id: z.int(), account, html_url: z.string().nullish(), suspended_at: z.string().nullish() }),
  ),
})
const repositoryPage = z.object({
  total_count: z.int(),
  repositories: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      private: z.boolean().nullish(),
      archived: z.boolean().nullish(),
      permissions: z.object({ push: z.boolean().nullish(), admin: z.boolean().nullish() }).nullish(),
    }),
  ),
})

/** Returns the installations that the user can access, or null if GitHub does not accept the token. */
export async function requestUserInstallations(
  ports: Pick<Context, 'web'>,
  { host }: GithubAppSettings,
  token: string,
): Promise<GithubInstallation[] | null> {
  const pages = await readPages(ports, host, token, '/user/installations', installationPage)
  if (pages === null) return null
  return pages
    .flatMap(({ installations }) => installations)
    .map(({ id, account, html_url, suspended_at }) => ({
      id: String(id),
      account: account?.login ?? String(id),
      // Only a page of the configured server may become a link.
      url: html_url && URL.parse(html_url)?.origin === new URL(host).origin ? html_url : host,
      is_suspended: Boolean(suspended_at),
    }))
}

export async function listGithubInstallations(ctx: ProjectContext): Promise<GithubInstallation[]> {
  const { app, authorization } = await requireAuthorization(ctx)
  return orDeauthorize(ctx, requestUserInstallations(ctx, app, authorization.token))
}

interface RepositoryList {
  repositories: GithubRepository[]
  total: number
  next_page: number | null
}

export async function listGithubRepositories(
  ctx: ProjectContext,
  installationId: string,
  { search = '', page }: { search?: string | undefined; page: number },
): Promise<RepositoryList> {
  const all = await loadRepositories(ctx, installationId)
  const wanted = search.toLowerCase()
  const found = all.filter(({ repository }) => repository.toLowerCase().includes(wanted))
  const connected = await connectedIds(ctx)
  const end = page * githubRepositoriesPerPage
  const shown = found.slice(end - githubRepositoriesPerPage, end)
  return {
    repositories: shown.map((one) => ({ ...one, is_connected: connected.has(one.id) })),
    total: found.length,
    next_page: end < found.length ? page + 1 : null,
  }
}

/** Returns the repository. Throws if this user cannot access it through this installation. */
export async function requireRepository(
  ctx: ProjectContext,
  installationId: string,
  id: string,
): Promise<Omit<GithubRepository, 'is_connected'>> {
  const found = (await loadRepositories(ctx, installationId)).find((one) => one.id === id)
  if (found === undefined) throw notFound('Repository not found')
  return found
}

async function connectedIds({ em, project }: ProjectContext): Promise<Set<string>> {
  const rows = await em.find(GitConnectionEntity, { project_id: project.id, app_problem: null })
  return new Set(rows.flatMap((row) => (row.installation_id === null ? [] : (row.external_id ?? []))))
}

type LoadedRepositories = Omit<GithubRepository, 'is_connected'>[]

/** Milliseconds for which a list is cached, so that a search does not load it again for each letter. */
const cacheMs = 60_000
const cachedLists = 100
interface CachedList {
  at: number
  list: LoadedRepositories
}
const caches = new WeakMap<Context['web'], Map<string, CachedList>>()

async function loadRepositories(ctx: ProjectContext, installationId: string): Promise<LoadedRepositories> {
  const { app, authorization } = await requireAuthorization(ctx)
  const cache = caches.get(ctx.web) ?? new Map<string, CachedList>()
  caches.set(ctx.web, cache)
  const key = `${authorization.id}/${installationId}`
  const cached = cache.get(key)
  if (cached !== undefined && Date.now() - cached.at < cacheMs) return cached.list
  const list = await orDeauthorize(ctx, requestRepositories(ctx, app, authorization, installationId))
  cache.set(key, { at: Date.now(), list })
  for (const oldest of cache.keys()) {
    if (cache.size <= cachedLists) break
    cache.delete(oldest)
  }
  return list
}

async function requestRepositories(
  ports: Pick<Context, 'web'>,
  { host }: GithubAppSettings,
  { token }: GithubUserToken,
  installationId: string,
): Promise<LoadedRepositories | null> {
  const path = `/user/installations/${installationId}/repositories`
  const pages = await readPages(ports, host, token, path, repositoryPage)
  if (pages === null) return null
  return pages
    .flatMap(({ repositories }) => repositories)
    .filter(({ full_name }) => normalizeGitRepositoryPath(full_name) !== null)
    .map(({ id, full_name, permissions, archived, ...rest }) => ({
      id: String(id),
      repository: full_name,
      is_private: rest.private === true,
      // The App can change issues. A user may connect a repository only if this user can also change issues.
      can_connect: archived !== true && (permissions?.push === true || permissions?.admin === true),
    }))
    .sort((a, b) => a.repository.localeCompare(b.repository, 'en', { numeric: true }))
}

/** Reads all pages of a list. Returns null if GitHub does not accept the token. */
async function readPages<Page extends { total_count: number }>(
  ports: Pick<Context, 'web'>,
  host: string,
  token: string,
  path: string,
  schema: z.ZodType<Page>,
): Promise<Page[] | null> {
  const readPage = async (number: number) => {
    const request = { method: 'GET', path: `${path}?per_page=${perPage}&page=${number}`, token } as const
    const { status, answer } = await requestGithub(ports, host, request)
    if (status === 401) return null
    if (status === 403 || status === 404) throw notFound('Installation not found')
    const { data } = schema.safeParse(answer)
    if (status !== 200) throw new ForgeRequestError(`The server answered with status ${status}.`, false)
    if (data === undefined) throw new ForgeRequestError('The answer of the server has an unknown form.', true)
    return data
  }
  const first = await readPage(1)
  if (first === null) return null
  const pages = [first]
  const count = Math.min(Math.ceil(first.total_count / perPage), mostPages)
  while (pages.length < count) {
    const rest = Math.min(pagesAtOnce, count - pages.length)
    const numbers = Array.from({ length: rest }, (_, at) => pages.length + 1 + at)
    const read = (await Promise.all(numbers.map(readPage))).filter((page) => page !== null)
    if (read.length < rest) return null
    pages.push(...read)
  }
  return pages
}

async function requireAuthorization(
  ctx: ProjectContext,
): Promise<{ app: GithubAppSettings; authorization: GithubUserToken }> {
  const app = readGithubApp(ctx)
  if (app === null) throw new AppError('conflict', gitAppProblemMessages.unconfigured)
  const authorization = await findGithubUserToken(ctx)
  if (authorization === null) throw authorizationExpiredError()
  return { app, authorization }
}

/**
 * If GitHub no longer accepts the token of the user, deletes the token and throws an error that requests a new
 * authorization.
 */
async function orDeauthorize<T>(ctx: ProjectContext, work: Promise<T | null>): Promise<T> {
  const result = await explainGithubErrors(work)
  if (result !== null) return result
  await deleteUserTokens(ctx, { user_id: ctx.user.id, project_id: ctx.project.id })
  throw authorizationExpiredError()
}
