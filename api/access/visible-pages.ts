import { sql } from 'kysely'
import { workspacePageActor } from '#common/pages/pages/rules.ts'
import type { Role } from '#common/platform/roles.ts'

/**
 * Condition on a page table: true for pages that the caller can see. The query must left join the caller's accessible
 * projects as `a`.
 */
export function visiblePagesSql(
  { user, workspace }: { user: { id: string }; workspace: { role: Role } },
  table: string,
) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const { sees_all, has_only_shares } = workspacePageActor(user.id, workspace.role)
  return sql<boolean>`((${column('project_ids')} = '{}' or a.project_id is not null)
    and ((${column('owned_by')} = ${user.id} and (${column('project_ids')} <> '{}' or ${!has_only_shares}::boolean)) or (${column('access')} = 0
      and case when ${column('project_ids')} = '{}' then ${sees_all}::boolean else a.sees_all end)
      or jsonb_exists(${column('shares')}, ${user.id})))`
}
