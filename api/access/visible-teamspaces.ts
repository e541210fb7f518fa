import { type RawBuilder, sql } from 'kysely'
import { hasRoleAtLeast, type Role, role } from '#common/platform/roles.ts'

/**
 * SQL condition for the teamspaces that the user sees: the same rule as `canSeeTeamspace`. `alias` is the alias
 * of the table `teamspaces`.
 */
export function visibleTeamspacesSql(
  { user, workspace }: { user: { id: string }; workspace: { id: string; role: Role } },
  alias: string,
): RawBuilder<boolean> {
  if (!hasRoleAtLeast(workspace.role, role.member)) return sql<boolean>`false`
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('workspace_id')} = ${workspace.id}::uuid and ${column('deleted_at')} is null and (
    ${column('access')} = 1 or ${hasRoleAtLeast(workspace.role, role.admin)}::boolean
    or ${column('member_ids')} @> array[${user.id}::uuid]))`
}
