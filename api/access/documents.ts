import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canTokenAccessWorkspace } from '#common/identity/api-tokens/rules.ts'
import { canEditPageContent, canSeePage, workspacePageActor } from '#common/pages/pages/rules.ts'
import { projectWriteProblem } from '#common/platform/guards.ts'
import { isId } from '#common/platform/ids.ts'
import { hasRoleAtLeast, type Role } from '#common/platform/roles.ts'
import { canEditWorkItem } from '#common/work/work-items/rules.ts'
import type { DocumentAccess, DocumentCaller } from '../platform/context/documents.ts'
import { query } from '../platform/db/orm.ts'
import { accessibleProjects, findWorkspace } from './access.ts'

/**
 * Returns the user's permission on a document (`page:{id}` or `work_item:{id}`), or null if the user has no
 * access. The rules are those of the REST API.
 */
export async function getUserDocumentAccess(
  em: EntityManager,
  userId: string,
  name: string,
): Promise<DocumentAccess | null> {
  const [kind, id] = name.split(':')
  if (id === undefined || !isId(id)) return null
  if (kind === 'work_item') return workItemAccess(em, userId, id)
  return kind === 'page' ? pageAccess(em, userId, id) : null
}

/** Like `getUserDocumentAccess`, but an API token may restrict the permission further. */
export async function getCallerDocumentAccess(
  em: EntityManager,
  { user_id, token }: DocumentCaller,
  name: string,
): Promise<DocumentAccess | null> {
  const access = await getUserDocumentAccess(em, user_id, name)
  if (access === null || !canTokenAccessWorkspace(token, access.workspace_id)) return null
  return token?.scope === 'read' ? { ...access, right: 'read' } : access
}

async function workItemAccess(em: EntityManager, userId: string, id: string): Promise<DocumentAccess | null> {
  const item = await query(em)
    .selectFrom('work_items')
    .select(['workspace_id', 'project_id', 'created_by', 'archived_at', 'state__group'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (item === undefined) return null
  const { role, sees_all, takesWrites } = await accessToAny(em, userId, item.workspace_id, [item.project_id])
  if (role === null || !(sees_all || item.created_by === userId)) return null
  const writes = takesWrites('work-items') && canEditWorkItem({ user_id: userId, role }, item)
  return { right: writes ? 'write' : 'read', workspace_id: item.workspace_id }
}

async function pageAccess(em: EntityManager, userId: string, id: string): Promise<DocumentAccess | null> {
  const page = await query(em)
    .selectFrom('pages')
    .select(['workspace_id', 'project_ids', 'owned_by', 'access', 'is_locked', 'archived_at', 'shares'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (page === undefined) return null
  const { takesWrites, ...actor } = await accessToPage(em, userId, page)
  if (!canSeePage(actor, page)) return null
  const writes = takesWrites('pages') && canEditPageContent(actor, page)
  return { right: writes ? 'write' : 'read', workspace_id: page.workspace_id }
}

/**
 * Returns the user's access to a page through the page's projects, or through the workspace when the page has no
 * project.
 */
async function accessToPage(
  em: EntityManager,
  userId: string,
  { workspace_id, project_ids }: { workspace_id: string; project_ids: string[] },
) {
  if (project_ids.length > 0)
    return { user_id: userId, ...(await accessToAny(em, userId, workspace_id, project_ids)) }
  const workspace = await findWorkspace(em, userId, { id: workspace_id })
  return { ...workspacePageActor(userId, workspace?.role ?? null), takesWrites: () => true }
}

interface Access {
  /** The user's highest role in any of the projects. Is null if the user has no access to any of them. */
  role: Role | null
  sees_all: boolean
  /**
   * Returns true when at least one project accepts changes in this area (such as `pages` or `cycles`).
   * Otherwise the content is read-only.
   */
  takesWrites(area: string): boolean
}

/** Combines the user's access to several projects, for rules on content that belongs to more than one project. */
async function accessToAny(
  em: EntityManager,
  userId: string,
  workspaceId: string,
  projectIds: string[],
): Promise<Access> {
  if (projectIds.length === 0) return { role: null, sees_all: false, takesWrites: () => false }
  const projects = await accessibleProjects(em, userId, { id: workspaceId })
    .where(sql<boolean>`project_id = any(${projectIds}::uuid[])`)
    .execute()
  return {
    role: projects.reduce<Role | null>(
      (highest, { role }) => (hasRoleAtLeast(highest, role) ? highest : role),
      null,
    ),
    sees_all: projects.some((project) => project.sees_all),
    takesWrites: (area) => projects.some((project) => projectWriteProblem(project, area) === null),
  }
}
