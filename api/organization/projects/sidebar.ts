import type { EntityManager } from '@mikro-orm/postgresql'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { firstAndLastPosition, respaceRows } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { ProjectMemberEntity } from './entity.ts'

/** Returns the position of the project in the caller's sidebar, or null if the caller has not joined the project. */
export async function getSidebarPosition(ctx: WorkspaceContext, projectId: string): Promise<number | null> {
  const membership = await query(ctx.em)
    .selectFrom('project_members')
    .select('sort_order')
    .where('project_id', '=', projectId)
    .where('member_id', '=', ctx.user.id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return membership?.sort_order ?? null
}

/** Moves the project in the caller's sidebar. Does nothing if the caller has not joined the project. */
export async function moveProjectInSidebar(
  ctx: WorkspaceContext,
  projectId: string,
  sort_order: number,
): Promise<void> {
  const membership = await ctx.em.findOne(ProjectMemberEntity, {
    project_id: projectId,
    member_id: ctx.user.id,
    is_active: true,
  })
  if (membership === null) return
  ctx.em.assign(membership, { sort_order, updated_by: ctx.user.id })
  const all = await ctx.em.find(ProjectMemberEntity, {
    workspace_id: membership.workspace_id,
    member_id: ctx.user.id,
    is_active: true,
  })
  respaceRows(all, membership)
  await ctx.em.flush()
}

/** Returns a position before all projects in the sidebar. */
export async function getTopSidebarPosition(
  em: EntityManager,
  workspaceId: string,
  userId: string,
): Promise<number> {
  const { start } = await firstAndLastPosition(
    query(em)
      .selectFrom('project_members')
      .where('workspace_id', '=', workspaceId)
      .where('member_id', '=', userId),
  )
  return start
}
