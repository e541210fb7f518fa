import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { role } from '#common/platform/roles.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Returns the reason why the user cannot leave all workspaces, or null. A workspace or project with other
 * members must not lose its only admin.
 */
export async function soleAdminProblem(em: EntityManager, userId: string): Promise<string | null> {
  const workspace = await soleAdminOf(em, userId, 'workspace')
  if (workspace !== null) {
    return `You are the only admin of the workspace “${workspace}”. Make someone else an admin first, or delete it.`
  }
  const project = await soleAdminOf(em, userId, 'project')
  return project === null
    ? null
    : `You are the only admin of the project “${project}”. Make someone else an admin first, or delete it.`
}

/** SQL for the ids of workspaces in which the user is the only active member. Bots do not count. */
export function workspacesWithSingleMemberSql(userId: string) {
  return sql<{ id: string }>`
    select w.id from workspaces w join workspace_members m on m.workspace_id = w.id and m.member_id = ${userId} and m.is_active
    where w.deleted_at is null and not exists (
      select from workspace_members o join users u on u.id = o.member_id and u.is_active and not u.is_bot
      where o.workspace_id = w.id and o.is_active and o.member_id <> ${userId})`
}

async function soleAdminOf(
  em: EntityManager,
  userId: string,
  kind: 'workspace' | 'project',
): Promise<string | null> {
  const [members, places, place] = [
    sql.table(`${kind}_members`),
    sql.table(`${kind}s`),
    sql.ref(`${kind}_id`),
  ]
  const others = sql`from ${members} o join users u on u.id = o.member_id and u.is_active and not u.is_bot
    where o.${place} = p.id and o.is_active and o.member_id <> ${userId}`
  const { rows } = await sql<{ name: string }>`
    select p.name from ${members} m join ${places} p on p.id = m.${place} and p.deleted_at is null
    where m.member_id = ${userId} and m.is_active and m.role = ${role.admin}
      and exists (select 1 ${others}) and not exists (select 1 ${others} and o.role = ${role.admin})
    order by p.created_at limit 1`.execute(query(em))
  return rows[0]?.name ?? null
}
