import { sql } from 'kysely'
import { actorInWorkspace } from '#common/pages/pages/rules.ts'
import type { WorkspaceContext } from '../platform/context/context.ts'

/**
 * Of pages of the caller's workspace those that they see, where a query has joined the projects that they have access to as `a`, and has
 * nulls there of a page that is in none of these.
 */
export function seenPages({ user, workspace }: Pick<WorkspaceContext, 'user' | 'workspace'>, table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const { role, sees_all } = actorInWorkspace(user.id, workspace.role)
  return sql<boolean>`(case when ${column('project_ids')} = '{}' then ${role !== null}::boolean else a.project_id is not null end
    and (${column('owned_by')} = ${user.id} or (${column('access')} = 0
      and case when ${column('project_ids')} = '{}' then ${sees_all}::boolean else a.sees_all end)))`
}
