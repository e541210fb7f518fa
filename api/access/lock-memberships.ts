import type { EntityManager } from '@mikro-orm/postgresql'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { atLeast, type Role, role } from '#common/platform/roles.ts'
import type { ProjectContext, WorkspaceContext } from '../platform/context/context.ts'
import { query } from '../platform/db/orm.ts'
import { findProject, findWorkspace } from './access.ts'

/**
 * Makes changes of membership in a workspace, and in its projects, wait for each other until the commit. What one goes by is read after
 * this: a change that went by what was there before would bring back a membership that has ended meanwhile, and tell the project of it.
 */
export async function lockMemberships(em: EntityManager, workspaceId: string): Promise<void> {
  await query(em)
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .execute()
}

/**
 * The same, and the workspace with the caller's role as it is then. Throws `not_found` for who is not in it any more, and `forbidden` for who
 * holds less than `needed` in it by now.
 */
export async function lockWorkspace<Asked extends WorkspaceContext>(
  ctx: Asked,
  needed: Role = role.guest,
): Promise<Asked> {
  await lockMemberships(ctx.em, ctx.workspace.id)
  const workspace = await findWorkspace(ctx.em, ctx.user.id, { id: ctx.workspace.id })
  if (workspace === null) throw notFound()
  if (!atLeast(workspace.role, needed)) throw forbidden()
  return { ...ctx, workspace }
}

/** The same of a project, with `forbidden` for who holds less than `needed` in it by now. */
export async function lockProject(ctx: ProjectContext, needed: Role): Promise<ProjectContext> {
  await lockMemberships(ctx.em, ctx.workspace.id)
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, ctx.project.id)
  if (found === null) throw notFound()
  if (!atLeast(found.project.role, needed)) throw forbidden()
  return { ...ctx, ...found }
}
