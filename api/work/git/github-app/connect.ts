import { AppError, invalid } from '#common/platform/errors.ts'
import { gitAppProblemMessages, githubWriteAccessMessage } from '#common/work/git/rules.ts'
import type { GitConnection } from '#common/work/git/schema.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import { addGitConnection, lockConnections } from '../commands.ts'
import { GitConnectionEntity } from '../entity.ts'
import { lockGitConnection, presentGitConnection } from '../queries.ts'
import { applyGithubAccess, explainGithubErrors, type GithubAccess, readGithubAccess } from './access.ts'
import { githubAppHost } from './app-settings.ts'
import { requireRepository } from './installations.ts'

interface ChosenRepository {
  installation_id: string
  repository_id: string
}

/** Connects a repository that this user can access on GitHub, or repairs its broken connection. */
export async function connectGithubRepository(
  ctx: ProjectContext,
  { installation_id, repository_id: external_id }: ChosenRepository,
): Promise<GitConnection> {
  const { repository, can_connect } = await requireRepository(ctx, installation_id, external_id)
  if (!can_connect) throw invalid('repository_id', githubWriteAccessMessage)
  const fields = { base_url: githubAppHost(ctx), installation_id, external_id }
  const access = await explainGithubErrors(readGithubAccess(ctx, fields))
  if (access.problem !== null) throw invalid('repository_id', gitAppProblemMessages[access.problem])
  return ctx.writing(async (em) => {
    const inner = { ...ctx, em }
    const row =
      (await repairConnection(inner, fields, access)) ??
      (
        await addGitConnection(inner, {
          ...{ ...fields, provider: 'github', repository: access.repository ?? repository },
          ...{ token: null, state_rules: {} },
        })
      ).row
    return presentGitConnection(inner, row)
  })
}

/** Returns null if the project has no connection of the repository through the App. */
async function repairConnection(
  ctx: ProjectContext,
  {
    base_url,
    external_id,
    installation_id,
  }: { base_url: string; external_id: string; installation_id: string },
  access: GithubAccess,
) {
  const { em, project, user } = ctx
  await lockConnections(ctx)
  const found = await em.findOne(GitConnectionEntity, {
    ...{ project_id: project.id, base_url, external_id },
    installation_id: { $ne: null },
  })
  if (found === null) return null
  await lockGitConnection(em, found.id)
  const row = await em.refreshOrFail(found)
  if (row.app_problem === null && row.installation_id === installation_id)
    throw new AppError('conflict', 'The repository is already connected to this project.')
  em.assign(row, { installation_id, last_error: null, updated_by: user.id })
  await applyGithubAccess(em, row, access)
  return row
}
