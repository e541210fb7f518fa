import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type Role, role } from '#common/platform/roles.ts'
import { query } from '../platform/db/orm.ts'
import { preparedStatementMarker } from '../platform/db/prepared-statements.ts'
import type { FeedChange } from '../platform/feed/reader.ts'
import { activeWorkspaceMemberships, projectAccessSubquery } from './query.ts'

/** Selects the ids of active members of the workspace whose role is `least` or higher. */
export function selectWorkspaceMemberIds(em: EntityManager, workspaceId: string, least: Role = role.guest) {
  return query(em)
    .selectFrom(activeWorkspaceMemberships)
    .modifyFront(preparedStatementMarker)
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('workspace_role', '>=', least)
}

/**
 * Selects the ids of users whose role in the project is `least` or higher. Workspace admins are included even if they
 * have not joined the project.
 */
export function selectUserIdsWithProjectAccess(
  em: EntityManager,
  workspaceId: string,
  projectId: string,
  least: Role = role.guest,
) {
  return query(em)
    .selectFrom(projectAccessSubquery)
    .modifyFront(preparedStatementMarker)
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', projectId)
    .where('role', '>=', least)
}

/** Selects the ids of users whose role in one of the projects is `least` or higher, together with that project. */
export function selectUsersWithAccessToProjects(
  em: EntityManager,
  workspaceId: string,
  projectIds: readonly string[],
  least: Role,
) {
  return query(em)
    .selectFrom(projectAccessSubquery)
    .modifyFront(preparedStatementMarker)
    .select(['user_id', 'project_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`project_id = any(${projectIds}::uuid[])`)
    .where('role', '>=', least)
}

/**
 * Selects present and former members of the workspace with their names, because content of former members still shows
 * their name.
 */
export function currentAndFormerMembers(em: EntityManager, workspaceId: string) {
  return query(em)
    .selectFrom('users as u')
    .innerJoin('workspace_members as m', 'm.member_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.display_name'])
    .where('m.workspace_id', '=', workspaceId)
}

/** Returns the sorted ids of users who have joined at least one of the projects. */
export async function loadProjectMemberIds(
  em: EntityManager,
  projectIds: readonly string[],
): Promise<string[]> {
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

/**
 * Returns the people whom other people have added to projects in these changes, with the change. People who no longer
 * have access, bots and service accounts are left out.
 */
export async function findAddedProjectMembers(em: EntityManager, changes: readonly FeedChange[]) {
  const added = changes.filter(
    ({ entity, op, fields }) =>
      entity === 'project_members' && (op === 'create' || (op === 'update' && fields['is_active'] === true)),
  )
  if (added.length === 0) return []
  const members = await query(em)
    .selectFrom('project_members as m')
    .innerJoin(projectAccessSubquery, (join) =>
      join.onRef('access.project_id', '=', 'm.project_id').onRef('access.user_id', '=', 'm.member_id'),
    )
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select(['m.id', 'm.member_id', 'm.project_id', 'p.name'])
    .where(sql<boolean>`m.id = any(${[...new Set(added.map(({ id }) => id))]}::uuid[])`)
    .where('m.is_active', '=', true)
    .where('access.is_account_active', '=', true)
    .where('access.role', 'is not', null)
    .where('u.is_bot', '=', false)
    .execute()
  const byId = new Map(members.map((member) => [member.id, member]))
  return added.flatMap((change) => {
    const member = byId.get(change.id)
    const isAddedByOther = change.actor_id !== null && change.actor_id !== member?.member_id
    return member !== undefined && isAddedByOther ? [{ change, member }] : []
  })
}

/** Returns the requested users who are at least members of the project, in the given order. */
export function assignableUsers(
  em: EntityManager,
  projectId: string,
  workspaceId: string,
  wanted: string[],
): Promise<string[]> {
  return peopleIn(em, projectId, workspaceId, wanted, role.member)
}

/** Returns the requested users who can be mentioned, which are the members and guests of the project. */
export function mentionableUsers(
  em: EntityManager,
  projectId: string,
  workspaceId: string,
  wanted: string[],
): Promise<string[]> {
  return peopleIn(em, projectId, workspaceId, wanted, role.guest)
}

async function peopleIn(
  em: EntityManager,
  projectId: string,
  workspaceId: string,
  wanted: string[],
  least: Role,
): Promise<string[]> {
  if (wanted.length === 0) return []
  const rows = await selectUserIdsWithProjectAccess(em, workspaceId, projectId, least)
    .where(sql<boolean>`user_id = any(${wanted}::uuid[])`)
    .execute()
  const able = new Set(rows.map((row) => row.user_id))
  return [...new Set(wanted)].filter((id) => able.has(id))
}
