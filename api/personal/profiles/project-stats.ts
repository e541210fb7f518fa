import { sql } from 'kysely'
import type { profileCalls } from '#common/personal/profiles/calls.ts'
import { projectStats } from '#common/personal/profiles/schema.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { selectUserIdsWithProjectAccess } from '../../access/people.ts'
import { isPerson } from '../../access/query.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { conditionToSql } from '../../work/listing/condition.ts'
import { workspaceItemAccessScope } from '../../work/listing/listable.ts'

type StatsQuery = QueryOf<typeof profileCalls.listProjectStats>
type Stats = ResponseOf<typeof profileCalls.listProjectStats>

/** The fields of a response to a request without the parameter `fields`. */
const defaultFields: NonNullable<StatsQuery['fields']> = [
  'total_issues',
  'completed_issues',
  'total_members',
  'total_cycles',
  'total_modules',
]

/**
 * Returns the numbers of visible items, members, cycles and modules of each project of the caller. Guests who see
 * only the items that they created count only these items.
 */
export async function listProjectStats(
  ctx: WorkspaceContext,
  { fields, project_ids }: StatsQuery,
): Promise<Stats> {
  const { project_ids: all, access } = await workspaceItemAccessScope(ctx)
  const ids = all.filter((id) => project_ids?.includes(id) ?? true)
  const items = sql`from work_items where project_id = p.id and workspace_id = p.workspace_id and deleted_at is null
    and archived_at is null and not is_draft and state__group <> 'triage' and not is_epic and ${conditionToSql(access)}`
  const planned = (table: 'cycles' | 'modules') =>
    sql`select count(*)::int from ${sql.table(table)} t where t.project_id = p.id and t.deleted_at is null and t.archived_at is null`
  const counted = {
    total_issues: sql`select count(*)::int ${items}`,
    completed_issues: sql`select count(*)::int ${items} and state__group in ('completed', 'cancelled')`,
    cancelled_issues: sql`select count(*)::int ${items} and state__group = 'cancelled'`,
    total_members: sql`select 0`,
    total_cycles: planned('cycles'),
    total_modules: planned('modules'),
  }
  const names = fields ?? defaultFields
  const { rows } = await sql<Stats[number]>`
    select p.id, ${sql.join(names.map((name) => sql`(${counted[name]}) as ${sql.ref(name)}`))}
    from projects p where p.id = any(${ids}::uuid[]) order by p.created_at, p.id`.execute(query(ctx.em))
  if (!names.includes('total_members')) return rows
  for (const row of rows)
    row.total_members = (
      await selectUserIdsWithProjectAccess(ctx.em, ctx.workspace.id, row.id).where(isPerson).execute()
    ).length
  return rows.map((row) => projectStats.parse(row))
}
