import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { findProject } from '../../../access/access.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import type { JobPorts } from '../../../platform/context/job.ts'
import { createJobContext, defaultJobPreferences } from '../../../platform/context/job-context.ts'
import { query } from '../../../platform/db/orm.ts'
import type { GitConnectionRow } from '../entity.ts'

/** Thrown if the admin who connected the repository can no longer change the project. */
export class MissingSyncActor extends Error {}

/**
 * Returns a context that acts for the admin who connected the repository. Throws `MissingSyncActor` if this
 * user can no longer change the project, or if the project is archived.
 */
export async function requireContextForConnection(
  ports: JobPorts,
  em: EntityManager,
  connection: GitConnectionRow,
): Promise<ProjectContext> {
  const maker = await findConnectionMaker(em, connection)
  if (maker === null) throw new MissingSyncActor(makerHasLeft)
  const { user, access } = maker
  return {
    ...createJobContext(ports, em, user.id),
    user: { ...user, ...defaultJobPreferences },
    ...access,
  }
}

export const makerHasLeft = 'The admin who connected the repository has left the project.'

/**
 * Returns the admin who connected the repository, and the access of this user. Returns null if this user can
 * no longer change the project, or if the project is archived.
 */
export async function findConnectionMaker(
  em: EntityManager,
  { created_by, workspace_id, project_id }: GitConnectionRow,
) {
  const user = await query(em)
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', created_by)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (user === undefined || created_by === null) return null
  try {
    const access = await findProject(em, created_by, { id: workspace_id }, project_id)
    if (access === null || access.project.archived_at !== null) return null
    return hasRoleAtLeast(access.project.role, role.member) ? { user, access } : null
  } catch (error) {
    // The user is no longer a member of the project.
    if (error instanceof AppError) return null
    throw error
  }
}
