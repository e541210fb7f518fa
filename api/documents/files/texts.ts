import { documentName } from '#common/documents/content/names.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { type EmbeddedFileEntityType, embeddedFileEntityTypes } from '#common/documents/files/rules.ts'
import { canReadFile, getFileOwnerAccess } from '../../access/files.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import { query } from '../../platform/db/orm.ts'
import { loadStoredHtml } from '../content/owners.ts'
import { type FileAsset, FileAssetEntity } from './entity.ts'

interface Text {
  entity_type: EmbeddedFileEntityType
  id: string
  /** Id of the project, or null if the text is in a page that belongs to no project. */
  project_id: string | null
  /** True if the same transaction created the page or item. */
  is_new?: boolean
}

/** Writes a text through its document, so that open editors receive it, and attaches its new pictures. */
export async function writeDocumentText(
  ctx: WorkspaceContext,
  text: Text,
  content: DocumentContent,
): Promise<void> {
  const name = documentName(text.entity_type === 'PAGE_DESCRIPTION' ? 'page' : 'work_item', text.id)
  // True when a version is restored. The text already contained its pictures before, so they are not attached
  // again.
  const isBack = content.restored_from !== undefined
  const mayBring =
    !isBack && /(?:image|file)-?component/i.test(content.html ?? JSON.stringify(content.json ?? ''))
  const { is_new = false } = text
  const before = mayBring && !is_new ? await loadStoredHtml(ctx.em, name) : null
  const target = { name, workspace_id: ctx.workspace.id, is_new }
  const { etag, html } = await ctx.documents.write(ctx.em, target, content, ctx.user.id)
  if (etag !== null) ctx.http.setEtag(etag)
  if (mayBring) await attachPicturesToText(ctx, text, findAddedPictureIds(before ?? '', html, content))
}

/** Maximum number of files that one write attaches. */
const mostAtOnce = 5_000
/**
 * Maximum number of files from texts that the caller cannot see. For each of these files, a separate query checks
 * whether the caller can read it in another text.
 */
const maxAccessChecks = 200

/**
 * Makes pictures visible to everybody who sees the text. Pictures that the writer uploaded and that belong to
 * no text yet are attached to this text. Pictures of other texts are shared with this text, if the writer
 * sees them. Copies of texts therefore need no copies of files.
 */
export async function attachPicturesToText(ctx: WorkspaceContext, text: Text, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { em, user, workspace } = ctx
  const files = await em.find(FileAssetEntity, {
    id: { $in: ids.slice(0, mostAtOnce) },
    workspace_id: workspace.id,
    entity_type: { $in: [...embeddedFileEntityTypes, 'DRAFT_ISSUE_DESCRIPTION'] },
    deleted_at: null,
  })
  const shared: string[] = []
  const isReadable = createReadable(ctx)
  for (const file of files) {
    const { entity_type, id: entity_identifier, project_id } = text
    if (file.entity_identifier === null && file.created_by === user.id)
      Object.assign(file, { entity_type, entity_identifier, project_id })
    else if (file.entity_identifier !== text.id && (await isReadable(file))) shared.push(file.id)
  }
  await em.flush()
  if (shared.length === 0) return
  await query(em)
    .insertInto('file_uses')
    .values(
      shared.map((asset_id) => ({ asset_id, entity_type: text.entity_type, entity_identifier: text.id })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns a function that checks whether the caller can read a picture. The function caches for each text whether
 * the caller can see it, because most pictures come from the same text.
 */
function createReadable({ em, user }: WorkspaceContext): (file: FileAsset) => Promise<boolean> {
  const owners = new Map<string, boolean>()
  let accessChecks = 0
  return async (file) => {
    const { entity_type, entity_identifier: id } = file
    if (id !== null) {
      const key = `${entity_type} ${id}`
      const isSeen = owners.get(key) ?? (await getFileOwnerAccess(em, user.id, entity_type, id)) !== null
      owners.set(key, isSeen)
      if (isSeen) return true
    }
    return accessChecks++ < maxAccessChecks && canReadFile(em, user.id, file)
  }
}

/**
 * Returns the pictures that a user added by sending the text `sent`. Pictures that other users added at the same
 * time are excluded, because the sender may not be allowed to share them.
 */
export function findAddedPictureIds(
  before: string,
  after: string,
  sent: Pick<DocumentContent, 'html' | 'json'>,
): string[] {
  const known = new Set(fileIdsInHtml(before))
  const came = fileIdsInHtml(after).filter((id) => !known.has(id))
  if (came.length === 0) return []
  const written = (sent.html ?? JSON.stringify(sent.json ?? '')).toLowerCase()
  return came.filter((id) => written.includes(id))
}
