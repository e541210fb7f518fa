import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import type { gitCalls } from '#common/work/git/calls.ts'
import { normalizeGitRepositoryPath } from '#common/work/git/rules.ts'
import { type GithubRepositorySync, githubRepositorySync } from '#common/work/git/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addGitConnection, assertNotAppConnection } from './commands.ts'
import { GitConnectionEntity, type GitConnectionRow } from './entity.ts'
import { decryptForConnection } from './secrets.ts'

/*
 * Clients of Plane connect repositories through an integration. In Tandem, the integration is a GitHub
 * connection of the project. All repositories that are added through it share its server URL and its token.
 */

export async function listGithubRepositorySyncs(
  ctx: ProjectContext,
  integrationId: string,
): Promise<GithubRepositorySync[]> {
  const { id } = await loadIntegration(ctx, integrationId)
  const rows = await ctx.em.find(
    GitConnectionEntity,
    { project_id: ctx.project.id, $or: [{ id }, { source_id: id }] },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  )
  return rows.map((row) => presentSync(row, id))
}

export async function createGithubRepositorySync(
  ctx: ProjectContext,
  integrationId: string,
  { owner, name, repository_id, url }: BodyOf<typeof gitCalls.createGithubRepositorySync>,
): Promise<GithubRepositorySync> {
  const source = await loadIntegration(ctx, integrationId)
  // A person may connect a repository of the App only after GitHub has confirmed the access of this person.
  assertNotAppConnection(source)
  const repository = normalizeGitRepositoryPath(`${owner}/${name}`)
  if (repository === null) throw invalid('name', 'Enter a repository such as owner/name.')
  if (!isOnForge(url, source.base_url))
    throw invalid('url', 'The repository is not on the Git server of this connection.')
  const token =
    source.sealed_token === null
      ? null
      : decryptForConnection(ctx.config, 'git-tokens', source.id, source.sealed_token)
  const { row } = await addGitConnection(ctx, {
    ...{ provider: 'github', base_url: source.base_url, repository, token },
    external_id: repository_id ?? null,
    source_id: source.id,
    state_rules: source.state_rules,
  })
  return presentSync(row, source.id)
}

async function loadIntegration({ em, project }: ProjectContext, id: string): Promise<GitConnectionRow> {
  const row = await em.findOne(GitConnectionEntity, { id, project_id: project.id, provider: 'github' })
  if (row === null) throw notFound('Integration not found')
  if (row.source_id === null) return row
  throw new AppError('invalid', 'The repository belongs to an integration and is not one itself.')
}

/**
 * Returns true if the URL belongs to the forge. Clients send either the web address of the repository or its
 * API address.
 */
function isOnForge(url: string, baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return [hostname, `api.${hostname}`].includes(new URL(url).hostname)
}

function presentSync(row: GitConnectionRow, integrationId: string): GithubRepositorySync {
  const { id, project_id: project, workspace_id: workspace, base_url, repository } = row
  const [owner = '', name = ''] = repository.split('/')
  return presentRow(githubRepositorySync, {
    ...row,
    repo_detail: {
      ...{ id, name, owner, config: {}, project, workspace },
      url: `${base_url}/${repository}`,
      repository_id: row.external_id,
    },
    repository: id,
    credentials: {},
    actor: row.created_by,
    label: null,
    workspace_integration: integrationId,
    project,
    workspace,
  })
}
