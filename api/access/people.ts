import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Role, role } from '#common/platform/roles.ts'
import { keptPlan } from '../platform/db/kept-plans.ts'
import { query } from '../platform/db/orm.ts'
import { access, members } from './query.ts'

/** Ids of a workspace's active members. With `least`, of those who hold that role in it or a higher one. */
export function peopleOfWorkspace(em: EntityManager, workspaceId: string, least: Role = role.guest) {
  return query(em)
    .selectFrom(members)
    .modifyFront(keptPlan)
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('workspace_role', '>=', least)
}

/** Ids of those who have a role in the project, joined or not: the workspace's admins have. With `least`, that role or a higher one. */
export function peopleOfProject(
  em: EntityManager,
  workspaceId: string,
  projectId: string,
  least: Role = role.guest,
) {
  return query(em)
    .selectFrom(access)
    .modifyFront(keptPlan)
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', projectId)
    .where('role', '>=', least)
}

/** Those who are in the workspace or were once, with what they are called: their names stand on what they have made. */
export function peopleEverIn(em: EntityManager, workspaceId: string) {
  return query(em)
    .selectFrom('users as u')
    .innerJoin('workspace_members as m', 'm.member_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.display_name'])
    .where('m.workspace_id', '=', workspaceId)
}

/** Ids of those who have joined one of these projects, in order. */
export async function peopleWhoJoined(em: EntityManager, projectIds: readonly string[]): Promise<string[]> {
  const joined = await query(em)
    .selectFrom('project_members')
    .select('member_id')
    .distinct()
    .where(sql<boolean>`project_id = any(${projectIds}::uuid[])`)
    .where('is_active', '=', true)
    .orderBy('member_id')
    .execute()
  return joined.map((member) => member.member_id)
}
