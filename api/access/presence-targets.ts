import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { entities } from '#common/entities.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import type { ViewedObject } from '#common/platform/live.ts'
import { roomNames } from '#common/platform/rooms.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { query } from '../platform/db/orm.ts'

/**
 * A project, page or work item that users can view. `audience` lists the Socket.IO rooms that receive the
 * list of its viewers.
 */
export interface PresenceTarget extends ViewedObject {
  workspace_id: string
  audience: string[]
}

/**
 * Loads the projects, pages and work items whose keys (such as `page:{id}`) are in `places`. Objects outside the
 * workspaces `workspaceIds` are omitted.
 */
export async function loadPresenceTargets(
  em: EntityManager,
  workspaceIds: readonly string[],
  places: readonly string[],
): Promise<Map<string, PresenceTarget>> {
  const ids = (kind: string) =>
    places.flatMap((place) => (place.startsWith(`${kind}:`) ? place.slice(kind.length + 1) : []))
  const [projects, items, pages] = [ids('project'), ids('work_item'), ids('page')]
  const found = new Map<string, PresenceTarget>()
  if (projects.length > 0) {
    const rows = await query(em)
      .selectFrom('projects')
      .select(['id', 'workspace_id', 'name'])
      .where(sql<boolean>`id = any(${projects}::uuid[])`)
      .where(sql<boolean>`workspace_id = any(${workspaceIds}::uuid[])`)
      .where('deleted_at', 'is', null)
      .execute()
    for (const { id, workspace_id, name } of rows) {
      const audience = [roomNames.projectMembers(id)]
      found.set(`project:${id}`, { workspace_id, project_id: id, name, key: null, audience })
    }
  }
  if (items.length > 0) {
    const rows = await query(em)
      .selectFrom('work_items as i')
      .innerJoin('projects as p', 'p.id', 'i.project_id')
      .select(['i.id', 'i.workspace_id', 'i.project_id', 'i.created_by', 'i.name', 'i.sequence_id'])
      .select('p.identifier')
      .where(sql<boolean>`i.id = any(${items}::uuid[])`)
      .where(sql<boolean>`i.workspace_id = any(${workspaceIds}::uuid[])`)
      .where('i.deleted_at', 'is', null)
      .execute()
    for (const { id, workspace_id, project_id, name, identifier, sequence_id, created_by } of rows) {
      const row: Pick<WorkItemRow, 'project_id' | 'created_by'> = { project_id, created_by }
      const audience = entities.work_items.audience(asSynced(row), workspace_id)
      const key = `${identifier}-${sequence_id}`
      found.set(`work_item:${id}`, { workspace_id, project_id, name, key, audience })
    }
  }
  if (pages.length > 0) {
    const rows = await query(em)
      .selectFrom('pages')
      .select(['id', 'workspace_id', 'project_ids', 'owned_by', 'access', 'shares', 'name'])
      .where(sql<boolean>`id = any(${pages}::uuid[])`)
      .where(sql<boolean>`workspace_id = any(${workspaceIds}::uuid[])`)
      .where('deleted_at', 'is', null)
      .execute()
    for (const { id, workspace_id, project_ids, owned_by, access, shares, name } of rows) {
      const row: Pick<PageRow, 'project_ids' | 'owned_by' | 'access' | 'shares'> = {
        ...{ project_ids, owned_by, access, shares },
      }
      const audience = entities.pages.audience(asSynced(row), workspace_id)
      found.set(`page:${id}`, {
        workspace_id,
        project_id: project_ids[0] ?? null,
        name,
        key: null,
        audience,
      })
    }
  }
  return found
}

/**
 * Returns the rooms of those projects in `projectIds` that each of the users has joined. A guest sees that a user is
 * active in the workspace only if they have joined the same project.
 */
export async function loadRoomsOfJoinedProjects(
  em: EntityManager,
  userIds: readonly string[],
  projectIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rooms = new Map<string, string[]>()
  if (userIds.length === 0 || projectIds.length === 0) return rooms
  const joined = await query(em)
    .selectFrom('project_members')
    .select(['member_id', 'project_id'])
    .where(sql<boolean>`project_id = any(${projectIds}::uuid[])`)
    .where(sql<boolean>`member_id = any(${userIds}::uuid[])`)
    .where('is_active', '=', true)
    .execute()
  for (const { member_id, project_id } of joined)
    rooms.set(member_id, [...(rooms.get(member_id) ?? []), roomNames.projectMembers(project_id)])
  return rooms
}

/**
 * Casts a partial row to a full row, because the entity registry expects full rows. The registry computes the
 * audience (the rooms that receive the row) only from the selected columns.
 */
function asSynced(row: object): never {
  return row as never
}
