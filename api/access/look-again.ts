import { notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../platform/context/context.ts'
import { findProject } from './access.ts'
import { refuseWrite } from './guard.ts'

/**
 * What somebody has access to by now, for a command that has taken its time since it was asked who calls: access that has ended meanwhile, or a
 * project that takes no more changes, ends the command.
 */
export async function lookAgain(ctx: ProjectContext, area: string): Promise<ProjectContext> {
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, ctx.project.id)
  if (found === null) throw notFound()
  refuseWrite(found.project, area)
  return { ...ctx, ...found }
}
