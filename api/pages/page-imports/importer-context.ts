import type { EntityManager } from '@mikro-orm/postgresql'
import { canCreatePages } from '#common/pages/pages/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { findProject, findWorkspace } from '../../access/access.ts'
import { assertProjectWritable } from '../../access/guard.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { createJobContext, defaultJobPreferences } from '../../platform/context/job-context.ts'
import type { WriteOrigin } from '../../platform/context/ports.ts'
import { query } from '../../platform/db/orm.ts'
import { type PageContext, pageActor } from '../pages/container.ts'
import type { PageImport } from './entity.ts'

/**
 * Returns a context that acts for the user who started the import. Returns null if this user can no longer
 * create pages in the project or workspace.
 */
export async function createImporterContext(
  ports: JobPorts,
  em: EntityManager,
  { created_by, workspace_id, project_id }: PageImport,
): Promise<PageContext | null> {
  const user = await query(em)
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', created_by)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (user === undefined) return null
  try {
    const caller = { ...createJobContext(ports, em, created_by), user: { ...user, ...defaultJobPreferences } }
    if (project_id === null) {
      const workspace = await findWorkspace(em, created_by, { id: workspace_id })
      const ctx: WorkspaceContext | null = workspace && { ...caller, workspace }
      return ctx !== null && canCreatePages(pageActor(ctx)) ? ctx : null
    }
    const access = await findProject(em, created_by, { id: workspace_id }, project_id)
    if (access === null || !canCreatePages(access.project)) return null
    assertProjectWritable(access.project, 'pages')
    return { ...caller, ...access }
  } catch (error) {
    // The user has no access any more, or the project is archived.
    if (error instanceof AppError) return null
    throw error
  }
}

export function importWriteOrigin(userId: string): WriteOrigin {
  return { actor_id: userId, mutation_id: null }
}
