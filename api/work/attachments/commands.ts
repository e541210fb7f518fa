import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { attachmentCalls } from '#common/documents/files/calls.ts'
import { canDeleteAttachment } from '#common/documents/files/rules.ts'
import type { AttachmentResponse, UploadTarget } from '#common/documents/files/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { itemAcceptsChanges } from '#common/work/work-items/rules.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { assertItemWritable } from '../../access/guard.ts'
import { recheckAccess } from '../../access/recheck-access.ts'
import { deleteIncomingUpload, finalizeUploadedFile } from '../../documents/files/confirm.ts'
import {
  type Attachment,
  AttachmentEntity,
  type FileAsset,
  FileAssetEntity,
} from '../../documents/files/entity.ts'
import { createFileBeforeUpload, createUploadTarget } from '../../documents/files/upload-target.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadWorkItem } from '../work-items/load.ts'
import { lockItems } from '../work-items/lock-items.ts'
import { updateItemsInBulk } from '../work-items/update-items-in-bulk.ts'
import { presentAttachment } from './queries.ts'

type Calls = typeof attachmentCalls

export async function createAttachment(
  ctx: ProjectContext,
  itemId: string,
  announced: BodyOf<Calls['createAttachment']>,
): Promise<UploadTarget & { attachment: AttachmentResponse }> {
  const file = await announceAttachment(ctx, itemId, announced)
  const attachment = presentAttachment(ctx, { ...file, issue_id: itemId })
  return { ...(await createUploadTarget(ctx, file, attachment.asset_url)), attachment }
}

/** Creates the row of a file that becomes an attachment after its upload. */
export async function announceAttachment(
  ctx: ProjectContext,
  itemId: string,
  announced: BodyOf<Calls['createAttachment']>,
): Promise<FileAsset> {
  const item = await loadChangeable(ctx, itemId)
  const owner = {
    workspace_id: ctx.workspace.id,
    project_id: ctx.project.id,
    entity_type: 'ISSUE_ATTACHMENT' as const,
    entity_identifier: item.id,
  }
  const file = await createFileBeforeUpload(ctx, owner, announced)
  await ctx.em.flush()
  return file
}

/**
 * Confirms an attachment. The call is idempotent: if the client repeats it after a lost connection, it gets
 * the same answer.
 */
export async function confirmAttachment(
  ctx: ProjectContext,
  itemId: string,
  id: string,
): Promise<AttachmentResponse> {
  return runInCurrentProjectOfItem(ctx, itemId, async (itemCtx) => {
    const item = await loadChangeable(itemCtx, itemId)
    const file = await findFile(itemCtx, item.id, id)
    if (file.created_by !== ctx.user.id) throw forbidden()
    const attributes = file.uploaded_at === null ? await finalizeUploadedFile(ctx, file) : null
    const attachment = await ctx.writing(async (em) => {
      const row = attributes === null ? null : await markUploaded(em, id, attributes)
      // Check access again, because processing the image and waiting for the lock of the file take time.
      const recheckedCtx = await recheckAccess({ ...itemCtx, em }, 'assets')
      return row === null
        ? loadAttachment(recheckedCtx, item.id, id)
        : attachToItem(recheckedCtx, item.id, row)
    })
    await deleteIncomingUpload(ctx, id)
    return presentAttachment(itemCtx, attachment)
  })
}

/**
 * Adds a file to its work item after the upload was processed. Returns null if another request has already done so.
 */
export async function addUploadedAttachment(
  ctx: ProjectContext,
  itemId: string,
  id: string,
  attributes: FileAsset['attributes'],
): Promise<Attachment | null> {
  const row = await markUploaded(ctx.em, id, attributes)
  return row === null ? null : attachToItem(ctx, itemId, row)
}

async function attachToItem(
  ctx: ProjectContext,
  itemId: string,
  { id, attributes, created_by }: FileAsset,
): Promise<Attachment> {
  const { em, workspace } = ctx
  // Lock and reload the item, because it may have been moved or deleted while the file was processed.
  await lockItems(ctx, [itemId])
  const { project_id, created_by: issue_created_by } = await loadChangeable(ctx, itemId)
  const created = em.create(AttachmentEntity, {
    ...{ id, workspace_id: workspace.id, project_id, issue_id: itemId, issue_created_by },
    ...{ attributes, created_by, updated_by: created_by },
    deleted_at: null,
  })
  await em.flush()
  await recountAttachments(em, [itemId])
  return created
}

/** Marks the attachment as uploaded. Returns null if another request has already confirmed the upload. */
async function markUploaded(
  em: ProjectContext['em'],
  id: string,
  attributes: FileAsset['attributes'],
): Promise<FileAsset | null> {
  const file = await em.findOne(
    FileAssetEntity,
    { id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (file === null) throw missing()
  if (file.uploaded_at !== null) return null
  return Object.assign(file, { attributes, uploaded_at: new Date() })
}

export async function deleteAttachment(ctx: ProjectContext, itemId: string, id: string): Promise<undefined> {
  await runInCurrentProjectOfItem(ctx, itemId, async (itemCtx) => {
    await loadWorkItem(itemCtx, itemId)
    await setDeletedAt(itemCtx, await loadAttachment(itemCtx, itemId, id), new Date())
  })
}

export async function restoreAttachment(
  ctx: ProjectContext,
  itemId: string,
  id: string,
): Promise<AttachmentResponse> {
  return runInCurrentProjectOfItem(ctx, itemId, async (itemCtx) => {
    await loadWorkItem(itemCtx, itemId)
    const attachment = await loadAttachment(itemCtx, itemId, id, { deleted: true })
    await setDeletedAt(itemCtx, attachment, null)
    return presentAttachment(itemCtx, attachment)
  })
}

async function setDeletedAt(
  ctx: ProjectContext,
  attachment: Attachment,
  deleted_at: Date | null,
): Promise<void> {
  const { em, user } = ctx
  const file = await em.findOneOrFail(FileAssetEntity, { id: attachment.id })
  requirePermission(canDeleteAttachment(projectActor(ctx), file))
  await loadChangeable(ctx, attachment.issue_id)
  for (const row of [attachment, file]) Object.assign(row, { deleted_at, updated_by: user.id })
  await em.flush()
  await recountAttachments(em, [attachment.issue_id])
}

async function loadAttachment(
  { em }: ProjectContext,
  issue_id: string,
  id: string,
  { deleted = false } = {},
): Promise<Attachment> {
  const attachment = await em.findOne(
    AttachmentEntity,
    { id, issue_id, ...(!deleted && { deleted_at: null }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (attachment === null) throw missing()
  return attachment
}

async function findFile({ em }: ProjectContext, issueId: string, id: string): Promise<FileAsset> {
  const where = { id, entity_type: 'ISSUE_ATTACHMENT' as const, entity_identifier: issueId, deleted_at: null }
  const file = await em.findOne(FileAssetEntity, where)
  if (file === null) throw missing()
  return file
}

async function loadChangeable(ctx: ProjectContext, id: string) {
  const item = await loadWorkItem(ctx, id)
  if (!itemAcceptsChanges(item)) throw forbidden()
  assertItemWritable(ctx.project, item)
  return item
}

function missing() {
  return notFound('The requested asset could not be found.')
}

/**
 * Counts the attachments of items. The items are locked first, so that concurrent counts run one after the
 * other and the last count includes all uploads.
 */
async function recountAttachments(em: ProjectContext['em'], ids: string[]): Promise<void> {
  await query(em).selectFrom('work_items').select('id').where('id', 'in', ids).forNoKeyUpdate().execute()
  const count = sql`(select count(*)::int from work_item_attachments a where a.issue_id = work_items.id and a.deleted_at is null)`
  await updateItemsInBulk(em, {
    set: { attachment_count: count },
    where: sql`id = any(${ids}::uuid[]) and attachment_count <> ${count}`,
  })
}
