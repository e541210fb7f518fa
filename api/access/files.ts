import type { EntityManager } from '@mikro-orm/postgresql'
import { type FileEntityType, publicPictureTypes } from '#common/documents/files/rules.ts'
import { workspacePageActor } from '#common/pages/pages/rules.ts'
import { canUseTemplates } from '#common/pages/templates/rules.ts'
import type { DocumentAccess } from '../platform/context/documents.ts'
import { query } from '../platform/db/orm.ts'
import { accessibleProjects, findWorkspace } from './access.ts'
import { getCommentAccess, getUserDocumentAccess } from './documents.ts'

interface KnownFile {
  id: string
  workspace_id: string | null
  entity_type: FileEntityType
  entity_identifier: string | null
  created_by: string | null
}

/**
 * Returns true when the file is a public picture, or when the user can read the page, item or other object to
 * which the file belongs, or another text that uses the file. A file that belongs to no object is readable
 * only by its uploader, and only while the uploader is a member of the workspace.
 */
export async function canReadFile(em: EntityManager, userId: string, file: KnownFile): Promise<boolean> {
  if (publicPictureTypes.includes(file.entity_type)) return true
  if (file.entity_identifier !== null) {
    if ((await getFileOwnerAccess(em, userId, file.entity_type, file.entity_identifier)) !== null) return true
    return canReadAnyUse(em, userId, file.id)
  }
  if (file.created_by !== userId || file.workspace_id === null) return false
  return (await findWorkspace(em, userId, { id: file.workspace_id })) !== null
}

/**
 * Returns true when the user can read any text that uses the file. The newest uses are checked first, because
 * their texts most likely still exist.
 */
async function canReadAnyUse(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const uses = await query(em)
    .selectFrom('file_uses')
    .select(['entity_type', 'entity_identifier'])
    .where('asset_id', '=', id)
    .orderBy('entity_identifier', 'desc')
    .limit(maxUsesChecked)
    .execute()
  for (const use of uses) {
    if ((await getFileOwnerAccess(em, userId, use.entity_type, use.entity_identifier)) !== null) return true
  }
  return false
}

/**
 * A text can use a file that belongs to another object. At most this number of such texts is checked for a
 * user who cannot read the object to which the file belongs.
 */
const maxUsesChecked = 100

/**
 * Returns the user's access to the object to which a file belongs. `type` is the type of the file, and `id` is the
 * id of the object. Returns null if the user has no access. Only users with the right `write` can add files to the
 * text.
 */
export async function getFileOwnerAccess(
  em: EntityManager,
  userId: string,
  type: FileEntityType,
  id: string,
): Promise<DocumentAccess | null> {
  switch (type) {
    case 'ISSUE_ATTACHMENT':
    case 'ISSUE_DESCRIPTION':
      return getUserDocumentAccess(em, userId, `work_item:${id}`)
    case 'PAGE_DESCRIPTION':
      return getUserDocumentAccess(em, userId, `page:${id}`)
    case 'COMMENT_DESCRIPTION':
      return getCommentAccess(em, userId, id)
    case 'TEMPLATE_DESCRIPTION': {
      const template = await query(em)
        .selectFrom('work_item_templates')
        .select(['workspace_id', 'project_id'])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (template === undefined) return null
      if (!(await usesTemplates(em, userId, template))) return null
      return { right: 'write', workspace_id: template.workspace_id }
    }
    default:
      return null
  }
}

/**
 * Returns true when the user may use the templates of the project, or of the workspace when `project_id` is
 * null.
 */
async function usesTemplates(
  em: EntityManager,
  userId: string,
  { workspace_id, project_id }: { workspace_id: string; project_id: string | null },
): Promise<boolean> {
  const workspace = { id: workspace_id }
  if (project_id === null) {
    const found = await findWorkspace(em, userId, workspace)
    return canUseTemplates(workspacePageActor(userId, found?.role ?? null))
  }
  const project = await accessibleProjects(em, userId, workspace)
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  return project !== undefined && canUseTemplates(project)
}
