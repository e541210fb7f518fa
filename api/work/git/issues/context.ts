import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { findProject } from '../../../access/access.ts'
import type { ProjectContext } from '../../../platform/context/context.ts'
import type { JobPorts } from '../../../platform/context/job.ts'
import { createJobContext, defaultJobPreferences } from '../../../platform/context/job-context.ts'
import { query } from '../../../platform/db/orm.ts'
import type { GitConnectionRow } from '../entity.ts'

/**
 * Returns a context that acts for the admin who connected the repository. Returns null if this user can no
 * longer change the project, or if the project is archived.
 */
export async function loadContextForConnection(
  ports: JobPorts,
  em: EntityManager,
  { created_by, workspace_id, project_id }: GitConnectionRow,
): Promise<ProjectContext | null> {
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
    if (!hasRoleAtLeast(access.project.role, role.member)) return null
    return {
      ...createJobContext(ports, em, created_by),
      user: { ...user, ...defaultJobPreferences },
      ...access,
    }
  } catch (error) {
    // The user is no longer a member of the project.
    if (error instanceof AppError) return null
    throw error
  }
}
