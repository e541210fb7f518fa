import { notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../platform/context/context.ts'
import { findProject } from './access.ts'
import { assertProjectWritable } from './guard.ts'

/**
 * Reads the caller's access again, for commands that do slow work after their first access check. Throws when the
 * access has ended or when the project no longer accepts changes in this area.
 */
export async function recheckAccess(ctx: ProjectContext, area: string): Promise<ProjectContext> {
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, ctx.project.id)
  if (found === null) throw notFound()
  assertProjectWritable(found.project, area)
  return { ...ctx, ...found }
}
