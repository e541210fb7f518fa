import { documentName } from '#common/documents/content/names.ts'
import { filesInHtml } from '#common/documents/content/pictures.ts'
import { type TextEntityType, textEntityTypes } from '#common/documents/files/rules.ts'
import { accessToOwner, canReadFile } from '../../access/files.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import type { DocumentContent } from '../../platform/context/documents.ts'
import { query } from '../../platform/db/orm.ts'
import { storedHtml } from '../content/owners.ts'
import { type FileAsset, FileAssetEntity } from './entity.ts'

interface Text {
  entity_type: TextEntityType
  id: string
  /** Null of a page of the workspace itself. */
  project_id: string | null
}

/** Writes a text through its document, so that there is one truth and open editors see it, and keeps the pictures that came with it. */
export async function writeText(ctx: WorkspaceContext, text: Text, content: DocumentContent): Promise<void> {
  const name = documentName(text.entity_type === 'PAGE_DESCRIPTION' ? 'page' : 'work_item', text.id)
  // What a version shows was shown in this text before: to bring it back gives nobody anything to see.
  const isBack = content.restored_from !== undefined
  const mayBring =
    !isBack && /(?:image|file)-?component/i.test(content.html ?? JSON.stringify(content.json ?? ''))
  const before = mayBring ? await storedHtml(ctx.em, name) : null
  const target = { name, workspace_id: ctx.workspace.id }
  const { etag, html } = await ctx.documents.write(ctx.em, target, content, ctx.user.id)
  if (etag !== null) ctx.http.setEtag(etag)
  if (mayBring) await keepPictures(ctx, text, broughtIn(before ?? '', html, content))
}

/** Files that one write brings into a text; more are shown to nobody but their sender. */
const mostAtOnce = 5_000
/** Of these, those that are asked for one by one, since the text that they come from is not seen. */
const mostAsked = 200

/**
 * Has pictures shown to whoever sees the text that they stand in now. Those that the writer has sent, for a text that was still to be
 * made, become its own. Those of other texts stay theirs, and are this one's besides, if the writer sees them: a text that is copied, or
 * becomes another's, has its pictures without a file being copied or an id being changed.
 */
export async function keepPictures(ctx: WorkspaceContext, text: Text, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { em, user, workspace } = ctx
  const files = await em.find(FileAssetEntity, {
    id: { $in: ids.slice(0, mostAtOnce) },
    workspace_id: workspace.id,
    entity_type: { $in: [...textEntityTypes, 'DRAFT_ISSUE_DESCRIPTION'] },
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

/** Most come from one text, which is asked for once. */
function createReadable({ em, user }: WorkspaceContext): (file: FileAsset) => Promise<boolean> {
  const owners = new Map<string, boolean>()
  let asked = 0
  return async (file) => {
    const { entity_type, entity_identifier: id } = file
    if (id !== null) {
      const key = `${entity_type} ${id}`
      const isSeen = owners.get(key) ?? (await accessToOwner(em, user.id, entity_type, id)) !== null
      owners.set(key, isSeen)
      if (isSeen) return true
    }
    return asked++ < mostAsked && canReadFile(em, user.id, file)
  }
}

/**
 * Of HTML before and after a write, the pictures that whoever sent `sent` has brought in. What others have written meanwhile is in the text
 * too, and is not the sender's to show.
 */
export function broughtIn(
  before: string,
  after: string,
  sent: Pick<DocumentContent, 'html' | 'json'>,
): string[] {
  const known = new Set(filesInHtml(before))
  const came = filesInHtml(after).filter((id) => !known.has(id))
  if (came.length === 0) return []
  const written = (sent.html ?? JSON.stringify(sent.json ?? '')).toLowerCase()
  return came.filter((id) => written.includes(id))
}
