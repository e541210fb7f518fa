import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { atLeast, role } from '#common/platform/roles.ts'
import { workItemRow } from '#common/work/work-items/schema.ts'
import { accessibleProjects, type WorkspaceKey } from '../../access/access.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { preparedStatement } from '../../platform/db/prepared-statements.ts'

const columns = Object.keys(workItemRow.shape) as (keyof typeof workItemRow.shape)[]

type VisibleItem = Awaited<ReturnType<typeof visibleItems>>[number]

/** Whose sight is asked for: the caller's, or that of whoever is written to. */
export interface Onlooker {
  em: EntityManager
  user: { id: string }
  workspace: WorkspaceKey
}

/** Of these items of the workspace, in whichever project, those that the person may see. */
export function visibleItems(ctx: Onlooker, ids: string[]) {
  return query(ctx.em)
    .selectFrom('work_items as i')
    .modifyFront(preparedStatement)
    .innerJoin(accessibleProjects(ctx.em, ctx.user.id, ctx.workspace).as('a'), 'a.project_id', 'i.project_id')
    .select(columns.map((column) => `i.${column}` as const))
    .select(['a.identifier as project__identifier', 'a.archived_at as project_archived_at', 'a.role'])
    .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
    .where('i.deleted_at', 'is', null)
    .where((where) => where.or([where('a.sees_all', '=', true), where('i.created_by', '=', ctx.user.id)]))
    .execute()
}

/** These items, each in a project in which the caller may relate items: a relation shows at both of its ends. */
export async function relatableItems(ctx: WorkspaceContext, ids: string[]): Promise<VisibleItem[]> {
  const items = await visibleItems(ctx, ids)
  if (items.length < new Set(ids).size) throw notFound('Issue not found')
  if (!items.every((item) => atLeast(item.role, role.member))) throw forbidden()
  return items
}
