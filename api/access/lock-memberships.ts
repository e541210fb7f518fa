import type { EntityManager } from '@mikro-orm/postgresql'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { hasRoleAtLeast, type Role, role } from '#common/platform/roles.ts'
import type { ProjectContext, WorkspaceContext } from '../platform/context/context.ts'
import { query } from '../platform/db/orm.ts'
import { findProject, findWorkspace } from './access.ts'

/**
 * Serializes membership changes in a workspace and its projects until the commit. Commands must read
 * memberships only after they have called this function. Otherwise, a command could write an outdated
 * membership back and thereby restore a membership that another command has just ended.
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
 * Calls `lockMemberships` and returns the workspace with the caller's current role. Throws `not_found` when
 * the caller is no longer a member, and `forbidden` when the role is below `needed`.
 */
export async function lockWorkspaceAccess<Ctx extends WorkspaceContext>(
  ctx: Ctx,
  needed: Role = role.guest,
): Promise<Ctx> {
  await lockMemberships(ctx.em, ctx.workspace.id)
  const workspace = await findWorkspace(ctx.em, ctx.user.id, { id: ctx.workspace.id })
  if (workspace === null) throw notFound()
  if (!hasRoleAtLeast(workspace.role, needed)) throw forbidden()
  return { ...ctx, workspace }
}

/** Like `lockWorkspaceAccess`, but for a project. */
export async function lockProjectAccess(ctx: ProjectContext, needed: Role): Promise<ProjectContext> {
  await lockMemberships(ctx.em, ctx.workspace.id)
  const found = await findProject(ctx.em, ctx.user.id, { id: ctx.workspace.id }, ctx.project.id)
  if (found === null) throw notFound()
  if (!hasRoleAtLeast(found.project.role, needed)) throw forbidden()
  return { ...ctx, ...found }
}
