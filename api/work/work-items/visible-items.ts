import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { workItemRow } from '#common/work/work-items/schema.ts'
import { accessibleProjects, type WorkspaceIdOrSlug } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatementMarker } from '../../platform/db/prepared-statements.ts'

const columns = Object.keys(workItemRow.shape) as (keyof typeof workItemRow.shape)[]

type VisibleItem = Awaited<ReturnType<typeof loadVisibleItems>>[number]

/** The user whose access is checked: the caller, or the receiver of a notification. */
export interface ViewerContext {
  em: EntityManager
  user: { id: string }
  workspace: WorkspaceIdOrSlug
}

/** Selects the items among `ids` that the user may see, in any project of the workspace. */
export function loadVisibleItems(ctx: ViewerContext, ids: string[]) {
  return query(ctx.em)
    .selectFrom('work_items as i')
    .modifyFront(preparedStatementMarker)
    .innerJoin(accessibleProjects(ctx.em, ctx.user.id, ctx.workspace).as('a'), 'a.project_id', 'i.project_id')
    .select(columns.map((column) => `i.${column}` as const))
    .select(['a.identifier as project__identifier', 'a.archived_at as project_archived_at', 'a.role'])
    .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
    .where('i.deleted_at', 'is', null)
    .where((where) => where.or([where('a.sees_all', '=', true), where('i.created_by', '=', ctx.user.id)]))
    .execute()
}

/**
 * Returns the items. Throws unless the caller may create relations with all of them. A relation is visible on both
 * items, so the caller must be a member of the projects of both.
 */
export async function requireRelatableItems(ctx: WorkspaceContext, ids: string[]): Promise<VisibleItem[]> {
  const items = await loadVisibleItems(ctx, ids)
  if (items.length < new Set(ids).size) throw notFound('Issue not found')
  if (!items.every((item) => hasRoleAtLeast(item.role, role.member))) throw forbidden()
  return items
}
