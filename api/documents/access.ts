import type { EntityManager } from '@mikro-orm/postgresql'
import { isId } from '#common/ids.ts'
import { canEditPageContent, canSeePage } from '#common/pages/rules.ts'
import { projectRole, type Role, seesWholeProject } from '#common/roles.ts'
import { canEditWorkItem } from '#common/work-items/rules.ts'
import { query } from '../db/orm.ts'
import type { DocumentAccess } from './ports.ts'

/** What a person may do with `page:{id}` or `work_item:{id}`, by the rules that the API asks; null without reach. */
export async function documentAccess(
  em: EntityManager,
  userId: string,
  name: string,
): Promise<DocumentAccess | null> {
  const [kind, id] = name.split(':')
  if (id === undefined || !isId(id)) return null
  if (kind === 'work_item') return workItemAccess(em, userId, id)
  return kind === 'page' ? pageAccess(em, userId, id) : null
}

async function workItemAccess(em: EntityManager, userId: string, id: string): Promise<DocumentAccess | null> {
  const item = await query(em)
    .selectFrom('work_items')
    .select(['workspace_id', 'project_id', 'created_by', 'archived_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (item === undefined) return null
  const standing = await standingIn(em, userId, item.workspace_id, [item.project_id])
  if (standing.role === null || !(standing.sees_all || item.created_by === userId)) return null
  const writes = !standing.is_archived && canEditWorkItem({ user_id: userId, role: standing.role }, item)
  return { right: writes ? 'write' : 'read', workspace_id: item.workspace_id }
}

async function pageAccess(em: EntityManager, userId: string, id: string): Promise<DocumentAccess | null> {
  const page = await query(em)
    .selectFrom('pages')
    .select(['workspace_id', 'project_ids', 'owned_by', 'access', 'is_locked', 'archived_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (page === undefined) return null
  const { role, sees_all, is_archived } = await standingIn(em, userId, page.workspace_id, page.project_ids)
  const actor = { user_id: userId, role, sees_all }
  if (!canSeePage(actor, page)) return null
  const writes = !is_archived && canEditPageContent(actor, page)
  return { right: writes ? 'write' : 'read', workspace_id: page.workspace_id }
}

export interface Standing {
  /** The highest role over the projects, null without reach. */
  role: Role | null
  sees_all: boolean
  /** Every one of the projects is archived: all of it is read-only. */
  is_archived: boolean
}

/** How a person stands over several projects of a workspace, as rules about things that live in more than one ask. */
export async function standingIn(
  em: EntityManager,
  userId: string,
  workspaceId: string,
  projectIds: string[],
): Promise<Standing> {
  if (projectIds.length === 0) return { role: null, sees_all: false, is_archived: false }
  const rows = await query(em)
    .selectFrom('projects as p')
    .innerJoin('workspaces as ws', 'ws.id', 'p.workspace_id')
    .innerJoin('workspace_members as w', 'w.workspace_id', 'p.workspace_id')
    .innerJoin('users as u', 'u.id', 'w.member_id')
    .leftJoin('project_members as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.member_id', '=', userId).on('m.is_active', '=', true),
    )
    .select([
      'p.archived_at',
      'p.guest_view_all_features',
      'w.role as workspace_role',
      'm.role as member_role',
    ])
    .where('p.id', 'in', projectIds)
    .where('p.workspace_id', '=', workspaceId)
    .where('p.deleted_at', 'is', null)
    .where('ws.deleted_at', 'is', null)
    .where('w.member_id', '=', userId)
    .where('w.is_active', '=', true)
    .where('u.is_active', '=', true)
    .execute()
  const standing: Standing = { role: null, sees_all: false, is_archived: rows.length > 0 }
  for (const row of rows) {
    const held = projectRole(row)
    if (held === null) continue
    if (standing.role === null || held > standing.role) standing.role = held
    standing.sees_all ||= seesWholeProject(held, row.guest_view_all_features)
    standing.is_archived &&= row.archived_at !== null
  }
  return standing
}
