import type { EntityManager } from '@mikro-orm/postgresql'
import { canCreatePages } from '#common/pages/pages/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { projectWriteProblem } from '#common/platform/guards.ts'
import { findProject, findWorkspace } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
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
  if (project_id !== null) {
    const ctx = await createProjectImporterContext(
      ports,
      em,
      { created_by, workspace_id, project_id },
      'pages',
    )
    return ctx !== null && canCreatePages(ctx.project) ? ctx : null
  }
  const caller = await loadCaller(ports, em, created_by)
  if (caller === null) return null
  const workspace = await nullIfRefused(findWorkspace(em, created_by, { id: workspace_id }))
  const ctx: WorkspaceContext | null = workspace && { ...caller, workspace }
  return ctx !== null && canCreatePages(pageActor(ctx)) ? ctx : null
}

/**
 * Returns a context that acts for the user who started an import into a project. Returns null if this user has no
 * access to the project any more, if the project is archived, or if the feature of `area` is switched off in the
 * project.
 */
export async function createProjectImporterContext(
  ports: JobPorts,
  em: EntityManager,
  { created_by, workspace_id, project_id }: ProjectImport,
  area: string,
): Promise<ProjectContext | null> {
  const caller = await loadCaller(ports, em, created_by)
  const access =
    caller && (await nullIfRefused(findProject(em, created_by, { id: workspace_id }, project_id)))
  if (caller === null || access === null || projectWriteProblem(access.project, area) !== null) return null
  return { ...caller, ...access }
}

interface ProjectImport {
  created_by: string
  workspace_id: string
  project_id: string
}

/** Returns the part of the context that does not depend on the project, or null for a deactivated user. */
async function loadCaller(ports: JobPorts, em: EntityManager, userId: string) {
  const user = await query(em)
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (user === undefined) return null
  return { ...createJobContext(ports, em, userId), user: { ...user, ...defaultJobPreferences } }
}

/** Returns null if the promise rejects because the user has no access any more. */
async function nullIfRefused<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

export function importWriteOrigin(userId: string): WriteOrigin {
  return { actor_id: userId, mutation_id: null }
}
