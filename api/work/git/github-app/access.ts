import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { normalizeGitRepositoryPath } from '#common/work/git/rules.ts'
import type { GitConnection } from '#common/work/git/schema.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import type { GitConnectionRow } from '../entity.ts'
import { ForgeRequestError } from '../forges/forge-request-error.ts'
import { loadGitConnection, presentGitConnection } from '../queries.ts'
import {
  type AppConnection,
  GithubAccessError,
  type GithubPorts,
  requestInstallationToken,
} from './installation-tokens.ts'

/** The access of the GitHub App to a repository. */
export interface GithubAccess {
  problem: GithubAccessError['problem'] | null
  /** Current path of the repository, or null if it is not known. */
  repository: string | null
}

/**
 * Requests from GitHub the access of the App to the repository. Throws `ForgeRequestError` if GitHub does not
 * answer.
 */
export async function readGithubAccess(ports: GithubPorts, connection: AppConnection): Promise<GithubAccess> {
  try {
    const { repository } = await requestInstallationToken(ports, connection)
    return { problem: null, repository: normalizeGitRepositoryPath(repository ?? '') }
  } catch (error) {
    if (error instanceof GithubAccessError) return { problem: error.problem, repository: null }
    throw error
  }
}

/** Stores the access in the connection. A renamed repository gets its new name. */
export async function applyGithubAccess(
  em: EntityManager,
  connection: GitConnectionRow,
  { problem, repository }: GithubAccess,
): Promise<void> {
  // Settings can change at any time, so `unconfigured` is not stored.
  if (problem !== 'unconfigured') em.assign(connection, { app_problem: problem })
  if (
    repository !== null &&
    repository !== connection.repository &&
    (await isFree(em, connection, repository))
  )
    em.assign(connection, { repository })
  await em.flush()
}

/**
 * Returns false if another connection of the project already has the new name of the repository, because each
 * repository may occur only once in a project.
 */
async function isFree(
  em: EntityManager,
  { id, project_id, base_url }: GitConnectionRow,
  repository: string,
): Promise<boolean> {
  const others = await query(em)
    .selectFrom('git_connections')
    .select('repository')
    .where('project_id', '=', project_id)
    .where('base_url', '=', base_url)
    .where('id', '<>', id)
    .execute()
  return others.every((other) => other.repository.toLowerCase() !== repository.toLowerCase())
}

/**
 * Checks the access of the GitHub App to the repository again. Admins call this after they have repaired the access
 * on GitHub.
 */
export async function checkGitConnection(ctx: ProjectContext, id: string): Promise<GitConnection> {
  const connection = await loadGitConnection(ctx, id)
  if (connection.installation_id === null) return presentGitConnection(ctx, connection)
  await ctx.limits.take('outgoing', ctx.user.id)
  const access = await explainGithubErrors(readGithubAccess(ctx, connection))
  return ctx.writing(async (em) => {
    const inner = { ...ctx, em }
    const row = await loadGitConnection(inner, id, { locked: true })
    await applyGithubAccess(em, row, access)
    return presentGitConnection(inner, row)
  })
}

/** Converts the error of a failed request to GitHub to an error that the user can understand. */
export async function explainGithubErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ForgeRequestError) throw new AppError('invalid', error.message)
    throw error
  }
}
