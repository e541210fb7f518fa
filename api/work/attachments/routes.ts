import { attachmentCalls } from '#common/documents/files/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { confirmAttachment, createAttachment, deleteAttachment, restoreAttachment } from './commands.ts'
import { getAttachment, listAttachments } from './queries.ts'

export const attachmentsFeature = defineFeature(attachmentCalls, {
  createAttachment: (ctx, { params, body }) => createAttachment(ctx, params.id, body),
  listAttachments: (ctx, { params }) => listAttachments(ctx, params.id),
  getAttachment: (ctx, { params, query }) => getAttachment(ctx, params.id, params.attachment_id, query),
  confirmAttachment: (ctx, { params }) => confirmAttachment(ctx, params.id, params.attachment_id),
  deleteAttachment: (ctx, { params }) => deleteAttachment(ctx, params.id, params.attachment_id),
  restoreAttachment: (ctx, { params }) => restoreAttachment(ctx, params.id, params.attachment_id),
})
