import { type RawBuilder, sql } from 'kysely'
import { role } from '#common/roles.ts'
import type { WorkspaceContext } from '../context.ts'

/*
 * In SQL what `projectRole` and `seesWholeProject` say of one project: `p` is the project and `m` the caller's active membership of it,
 * joined from the left.
 */

export function isIn({ workspace }: WorkspaceContext): RawBuilder<boolean> {
  return workspace.role === role.admin ? sql<boolean>`true` : sql<boolean>`m.id is not null`
}

/** Of a project that the caller is in. */
export function seesAllOf({ workspace }: WorkspaceContext): RawBuilder<boolean> {
  if (workspace.role === role.admin) return sql<boolean>`true`
  if (workspace.role === role.guest) return sql<boolean>`p.guest_view_all_features`
  return sql<boolean>`(m.role > ${role.guest} or p.guest_view_all_features)`
}
