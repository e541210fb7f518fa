import { sql } from 'kysely'
import type { EmbeddedFileEntityType, FileEntityType } from '#common/documents/files/rules.ts'
import { forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { accessibleProjects } from '../../access/access.ts'
import { getFileOwnerAccess } from '../../access/files.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { DocumentAccess } from '../../platform/context/documents.ts'
import { query } from '../../platform/db/orm.ts'
import type { FileAsset } from './entity.ts'

type Owner = Pick<FileAsset, 'workspace_id' | 'project_id' | 'entity_type' | 'entity_identifier'>

/**
 * Returns the object that a new upload of the workspace belongs to. If there is no id, the object does not
 * exist yet, and the file belongs to its uploader.
 */
export async function findFileOwnerInWorkspace(
  ctx: WorkspaceContext,
  entity_type: FileEntityType,
  id: string | null,
): Promise<Owner> {
  const workspace_id = ctx.workspace.id
  switch (entity_type) {
    case 'USER_AVATAR':
    case 'USER_COVER':
      return { workspace_id: null, project_id: null, entity_type, entity_identifier: ctx.user.id }
    case 'WORKSPACE_LOGO':
      if (!hasRoleAtLeast(ctx.workspace.role, role.admin)) throw forbidden()
      return { workspace_id, project_id: null, entity_type, entity_identifier: workspace_id }
    case 'PROJECT_COVER':
      await assertCanUploadCover(ctx, id)
      return { workspace_id, project_id: id, entity_type, entity_identifier: id }
    case 'ISSUE_ATTACHMENT':
      if (id !== null) throw invalid('entity_identifier', attachmentPath)
      return {
        workspace_id,
        project_id: null,
        entity_type: 'DRAFT_ISSUE_ATTACHMENT',
        entity_identifier: null,
      }
    case 'DRAFT_ISSUE_ATTACHMENT':
    case 'DRAFT_ISSUE_DESCRIPTION':
      return { workspace_id, project_id: null, entity_type, entity_identifier: null }
    default: {
      const project_id = id === null ? null : await projectOfText(ctx, entity_type, id)
      return { workspace_id, project_id, entity_type, entity_identifier: id }
    }
  }
}

/**
 * Error message if a client uploads an attachment of an existing item with the call for other files. Attachments
 * have their own calls, because the item counts them and because other clients receive them.
 */
const attachmentPath = 'Upload an attachment to …/issues/{id}/attachments/.'

/**
 * Throws unless the caller may upload the cover. Members can upload the cover of a project that they are
 * about to create. Only admins can change the cover of an existing project.
 */
async function assertCanUploadCover(
  { em, user, workspace }: WorkspaceContext,
  id: string | null,
): Promise<void> {
  if (id === null) {
    if (!hasRoleAtLeast(workspace.role, role.member)) throw forbidden()
    return
  }
  const project = await accessibleProjects(em, user.id, { id: workspace.id })
    .where('project_id', '=', id)
    .executeTakeFirst()
  if (project === undefined) throw assetNotFoundError()
  if (!hasRoleAtLeast(project.role, role.admin)) throw forbidden()
}

/**
 * Returns the id of the project that contains a text, or null if the text belongs to no project. Throws if the
 * caller cannot add files to the text.
 */
async function projectOfText(
  ctx: WorkspaceContext,
  type: EmbeddedFileEntityType,
  id: string,
): Promise<string | null> {
  const { rows } = await sql<{ project_id: string | null; workspace_id: string }>`
    select project_id, workspace_id from work_items where id = ${id} and ${type} = 'ISSUE_DESCRIPTION'
    union all select project_id, workspace_id from work_item_comments where id = ${id} and ${type} = 'COMMENT_DESCRIPTION'
    union all select project_ids[1], workspace_id from page_comments where id = ${id} and ${type} = 'COMMENT_DESCRIPTION'
    union all select project_id, workspace_id from work_item_templates where id = ${id} and ${type} = 'TEMPLATE_DESCRIPTION'
    union all select project_ids[1], workspace_id from pages where id = ${id} and ${type} = 'PAGE_DESCRIPTION'`.execute(
    query(ctx.em),
  )
  const [row] = rows.filter(({ workspace_id }) => workspace_id === ctx.workspace.id)
  if (row === undefined) throw assetNotFoundError()
  assertCanAddFiles(await getFileOwnerAccess(ctx.em, ctx.user.id, type, id))
  return row.project_id
}

/** Throws unless the caller can change the text to which files are added. `access` is null if the caller cannot see it. */
export function assertCanAddFiles(access: DocumentAccess | null): void {
  if (access === null) throw assetNotFoundError()
  if (access.right !== 'write') throw forbidden()
}

/** Returns the caller's access to a page of the workspace that belongs to no project. */
export async function accessToWorkspacePage(
  { em, user, workspace }: WorkspaceContext,
  id: string,
): Promise<DocumentAccess | null> {
  const page = await query(em)
    .selectFrom('pages')
    .select('id')
    .where('id', '=', id)
    .where('workspace_id', '=', workspace.id)
    .where(sql<boolean>`project_ids = '{}'`)
    .executeTakeFirst()
  return page === undefined ? null : getFileOwnerAccess(em, user.id, 'PAGE_DESCRIPTION', id)
}

export function assetNotFoundError() {
  return notFound('The requested asset could not be found.')
}
