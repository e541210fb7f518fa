import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { canChangeComment, isOwnComment } from '#common/documents/comments/rules.ts'
import { canTokenAccessWorkspace } from '#common/identity/api-tokens/rules.ts'
import { canCommentOnPage } from '#common/pages/page-comments/rules.ts'
import {
  canEditPageContent,
  canSeePage,
  seesPageWithoutShare,
  workspacePageActor,
} from '#common/pages/pages/rules.ts'
import { projectWriteProblem } from '#common/platform/guards.ts'
import { isId } from '#common/platform/ids.ts'
import { hasRoleAtLeast, type Role } from '#common/platform/roles.ts'
import { canComment } from '#common/work/comments/rules.ts'
import { canEditWorkItem, oldestRestorableDeletion } from '#common/work/work-items/rules.ts'
import { areaOfItem } from '#common/work/work-items/triage.ts'
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

/**
 * Returns the user's permission on the text of a comment on a work item or page, or null if the user cannot see the
 * comment.
 */
export async function getCommentAccess(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<DocumentAccess | null> {
  return (await itemCommentAccess(em, userId, id)) ?? pageCommentAccess(em, userId, id)
}

async function itemCommentAccess(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<DocumentAccess | null> {
  const comment = await query(em)
    .selectFrom('work_item_comments')
    .select(['issue_id', 'actor'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (comment === undefined) return null
  const item = await findItem(em, comment.issue_id)
  if (item === undefined) return null
  const actor = await accessToItem(em, userId, item)
  if (actor === null) return null
  const writes =
    actor.takesWrites(areaOfItem(item)) && canComment(actor, item) && canChangeComment(actor, comment)
  return { right: writes ? 'write' : 'read', workspace_id: item.workspace_id }
}

async function pageCommentAccess(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<DocumentAccess | null> {
  const comment = await query(em)
    .selectFrom('page_comments')
    .select(['page_id', 'actor'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (comment === undefined) return null
  const page = await findPage(em, comment.page_id)
  if (page === undefined) return null
  const { takesWrites, ...actor } = await accessToPage(em, userId, page)
  if (!canSeePage(actor, page)) return null
  // Unlike a comment on a work item, a comment on a page can be changed only by its author.
  const writes = takesWrites('pages') && canCommentOnPage(actor, page) && isOwnComment(actor, comment)
  return { right: writes ? 'write' : 'read', workspace_id: page.workspace_id }
}

async function workItemAccess(em: EntityManager, userId: string, id: string): Promise<DocumentAccess | null> {
  const item = await findItem(em, id)
  if (item === undefined) return null
  const actor = await accessToItem(em, userId, item)
  if (actor === null) return null
  const writes = actor.takesWrites(areaOfItem(item)) && canEditWorkItem(actor, item)
  return { right: writes ? 'write' : 'read', workspace_id: item.workspace_id }
}

function findItem(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('work_items')
    .select(['workspace_id', 'project_id', 'created_by', 'archived_at', 'state__group'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

function findPage(em: EntityManager, id: string, { isInTrash } = { isInTrash: false }) {
  return query(em)
    .selectFrom('pages')
    .select(['workspace_id', 'project_ids', 'owned_by', 'access', 'is_locked', 'archived_at', 'shares'])
    .where('id', '=', id)
    .$if(!isInTrash, (pages) => pages.where('deleted_at', 'is', null))
    .$if(isInTrash, (pages) =>
      pages.where('deleted_at', '>=', new Date(oldestRestorableDeletion(Date.now()))),
    )
    .executeTakeFirst()
}

/** Returns null if the user cannot see the item. */
async function accessToItem(
  em: EntityManager,
  userId: string,
  item: { workspace_id: string; project_id: string; created_by: string | null },
) {
  const { role, sees_all, takesWrites } = await accessToAny(em, userId, item.workspace_id, [item.project_id])
  if (role === null || !(sees_all || item.created_by === userId)) return null
  return { user_id: userId, role, takesWrites }
}

/**
 * Returns true if the trash lists the page for the user. As in `listTrashedPages`, this leaves out people who could see
 * the page only because it was shared with them individually, and pages that can no longer be restored.
 */
export async function canSeeTrashedPage(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const page = await findPage(em, id, { isInTrash: true })
  if (page === undefined) return false
  return seesPageWithoutShare(await accessToPage(em, userId, page), page)
}

async function pageAccess(em: EntityManager, userId: string, id: string): Promise<DocumentAccess | null> {
  const page = await findPage(em, id)
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
