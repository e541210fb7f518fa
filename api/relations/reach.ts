import { sql } from 'kysely'
import { forbidden, notFound } from '#common/errors.ts'
import { atLeast, projectRole, role, seesWholeProject } from '#common/roles.ts'
import { workItemRow } from '#common/work-items/schema.ts'
import type { WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'

const columns = Object.keys(workItemRow.shape) as (keyof typeof workItemRow.shape)[]

type ReachedItem = Awaited<ReturnType<typeof visibleItems>>[number]

/** Of these items of the workspace, in whichever project, those that the caller may see. */
export async function visibleItems(ctx: WorkspaceContext, ids: string[]) {
  const rows = await query(ctx.em)
    .selectFrom('work_items as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .leftJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'p.id')
        .on('m.member_id', '=', ctx.user.id)
        .on('m.is_active', '=', true),
    )
    .select(columns.map((column) => `i.${column}` as const))
    .select([
      'p.identifier as project__identifier',
      'p.guest_view_all_features',
      'p.archived_at as project_archived_at',
      'm.role as member_role',
    ])
    .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
    .where('i.workspace_id', '=', ctx.workspace.id)
    .where('i.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .execute()
  return rows
    .map((row) => ({
      ...row,
      role: projectRole({ workspace_role: ctx.workspace.role, member_role: row.member_role }),
    }))
    .filter(
      (row) =>
        seesWholeProject(row.role, row.guest_view_all_features) ||
        (row.role !== null && row.created_by === ctx.user.id),
    )
}

/** These items, each in a project in which the caller may relate items: a relation shows at both of its ends. */
export async function relatableItems(ctx: WorkspaceContext, ids: string[]): Promise<ReachedItem[]> {
  const items = await visibleItems(ctx, ids)
  if (items.length < new Set(ids).size) throw notFound('Issue not found')
  if (!items.every((item) => atLeast(item.role, role.member))) throw forbidden()
  return items
}
