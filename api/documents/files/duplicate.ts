import type { workspaceAssetCalls } from '#common/documents/files/calls.ts'
import { pictureWidthsForEntityType } from '#common/documents/files/rules.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { canReadFile } from '../../access/files.ts'
import type { Context, WorkspaceContext } from '../../platform/context/context.ts'
import { type FileAsset, FileAssetEntity } from './entity.ts'
import { fileStorageKey } from './keys.ts'
import { assetNotFoundError, findFileOwnerInWorkspace } from './owner-in-workspace.ts'
import { assignPictureToOwner } from './owners.ts'
import { createFileBeforeUpload } from './upload-target.ts'

/**
 * Copies a file that the caller can read, and attaches the copy to an object that the caller can see, such as a
 * page. If the process is killed during the copy, the upload of the copy stays unconfirmed, and the cleanup job
 * removes it.
 */
export async function duplicateAsset(
  ctx: WorkspaceContext,
  id: string,
  { entity_type, entity_id = null }: BodyOf<typeof workspaceAssetCalls.duplicateAsset>,
): Promise<{ asset_id: string }> {
  await ctx.limits.take('copy', `${ctx.user.id}:${id}`)
  const source = await ctx.em.findOne(FileAssetEntity, {
    id,
    uploaded_at: { $ne: null },
    deleted_at: null,
    $or: [{ workspace_id: ctx.workspace.id }, { workspace_id: null, created_by: ctx.user.id }],
  })
  if (source === null || !(await canReadFile(ctx.em, ctx.user.id, source))) throw assetNotFoundError()
  const copy = await ctx.writing(async (em) => {
    const owner = await findFileOwnerInWorkspace({ ...ctx, em }, entity_type, entity_id)
    const file = await createFileBeforeUpload({ ...ctx, em }, owner, source.attributes)
    await em.flush()
    return { id: file.id, entity_type: file.entity_type }
  })
  await copyContent(ctx, source, copy)
  await ctx.writing(async (em) => {
    await findFileOwnerInWorkspace({ ...ctx, em }, entity_type, entity_id)
    const file = await em.findOneOrFail(FileAssetEntity, { id: copy.id })
    // Copy the type and the size that the server has detected. The type and the size that the uploader declared
    // may be wrong.
    Object.assign(file, { attributes: source.attributes, uploaded_at: new Date() })
    await assignPictureToOwner(em, file)
    await em.flush()
  })
  return { asset_id: copy.id }
}

/**
 * Copies the content of the file. Also copies its smaller versions, if files of the copy's type have smaller
 * versions.
 */
async function copyContent(
  { storage }: Pick<Context, 'storage'>,
  source: Pick<FileAsset, 'id'>,
  copy: Pick<FileAsset, 'id' | 'entity_type'>,
): Promise<void> {
  for (const width of [undefined, ...pictureWidthsForEntityType(copy.entity_type)]) {
    const key = fileStorageKey(source.id, width)
    const size = await storage.size(key)
    const content = size === null ? null : await storage.get(key)
    if (size !== null && content !== null) await storage.put(fileStorageKey(copy.id, width), content, size)
    else if (width === undefined) throw assetNotFoundError()
  }
}
