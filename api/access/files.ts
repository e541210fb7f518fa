import type { EntityManager } from '@mikro-orm/postgresql'
import { type EntityType, publicPictureTypes } from '#common/documents/files/rules.ts'
import { actorInWorkspace } from '#common/pages/pages/rules.ts'
import { canUseTemplates } from '#common/pages/templates/rules.ts'
import { query } from '../platform/db/orm.ts'
import { accessibleProjects, findWorkspace } from './access.ts'
import { documentAccess } from './documents.ts'

interface KnownFile {
  id: string
  workspace_id: string | null
  entity_type: EntityType
  entity_identifier: string | null
  created_by: string | null
}

/**
 * Whether a person may read a file: whoever sees what it belongs to, or another text in which it stands. One that belongs to nothing yet is
 * its sender's, as long as they are in the workspace.
 */
export async function canReadFile(em: EntityManager, userId: string, file: KnownFile): Promise<boolean> {
  if (publicPictureTypes.includes(file.entity_type)) return true
  if (file.entity_identifier !== null) {
    if ((await accessToOwner(em, userId, file.entity_type, file.entity_identifier)) !== null) return true
    return seesUse(em, userId, file.id)
  }
  if (file.created_by !== userId || file.workspace_id === null) return false
  return (await findWorkspace(em, userId, { id: file.workspace_id })) !== null
}

/** There are few: a text is copied now and then. The last are asked first, which are most likely still there. */
async function seesUse(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const uses = await query(em)
    .selectFrom('file_uses')
    .select(['entity_type', 'entity_identifier'])
    .where('asset_id', '=', id)
    .orderBy('entity_identifier', 'desc')
    .limit(mostAsked)
    .execute()
  for (const use of uses) {
    if ((await accessToOwner(em, userId, use.entity_type, use.entity_identifier)) !== null) return true
  }
  return false
}

/** Texts that a picture was copied to, which are asked for each who is refused by the first. */
const mostAsked = 100

/** What a person may do with the row that files of this type belong to; null without access. */
export async function accessToOwner(em: EntityManager, userId: string, type: EntityType, id: string) {
  switch (type) {
    case 'ISSUE_ATTACHMENT':
    case 'ISSUE_DESCRIPTION':
      return documentAccess(em, userId, `work_item:${id}`)
    case 'PAGE_DESCRIPTION':
      return documentAccess(em, userId, `page:${id}`)
    case 'COMMENT_DESCRIPTION': {
      const comment = await query(em)
        .selectFrom('work_item_comments')
        .select('issue_id')
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (comment !== undefined) return documentAccess(em, userId, `work_item:${comment.issue_id}`)
      return accessToPageComment(em, userId, id)
    }
    case 'TEMPLATE_DESCRIPTION': {
      const template = await query(em)
        .selectFrom('work_item_templates')
        .select(['workspace_id', 'project_id'])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (template === undefined) return null
      return (await usesTemplates(em, userId, template)) ? template : null
    }
    default:
      return null
  }
}

/** Of a project, or of the workspace itself. */
async function usesTemplates(
  em: EntityManager,
  userId: string,
  { workspace_id, project_id }: { workspace_id: string; project_id: string | null },
): Promise<boolean> {
  const workspace = { id: workspace_id }
  if (project_id === null) {
    const found = await findWorkspace(em, userId, workspace)
    return canUseTemplates(actorInWorkspace(userId, found?.role ?? null))
  }
  const held = await accessibleProjects(em, userId, workspace)
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  return held !== undefined && canUseTemplates(held)
}

async function accessToPageComment(em: EntityManager, userId: string, id: string) {
  const comment = await query(em)
    .selectFrom('page_comments')
    .select('page_id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return comment === undefined ? null : documentAccess(em, userId, `page:${comment.page_id}`)
}
