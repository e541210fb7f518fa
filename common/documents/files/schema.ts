import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { pictureWidths } from './rules.ts'

/** What is known of a file. The type is told by its content once that is there; the sizes of a picture are in pixels. */
export const fileAttributes = z.object({
  name: z.string(),
  size: z.int(),
  type: z.string(),
  /** Null of what is no picture that can be shown. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type FileAttributes = z.infer<typeof fileAttributes>

/** Of a picture one of the widths in which it is offered. A client that knows the file to be one it may show gets it without `download`. */
export const reading = z.object({
  width: z.enum(pictureWidths.map(String)).optional(),
  download: z.enum(['true', 'false']).optional(),
})

/** A file of a work item, from when it is there whole. Its id is that of the file. */
export const attachmentRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  attributes: fileAttributes,
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type AttachmentRow = z.infer<typeof attachmentRow>

export const attachmentAnswer = attachmentRow.extend({
  /** The file's id again, and where it is read, under the names that clients of the reference product look for. */
  asset: z.string(),
  asset_url: z.string(),
})
export type AttachmentAnswer = z.infer<typeof attachmentAnswer>

/**
 * Where to send the file: by POST in a form that has these fields and then the file as `file`, or by PUT as the body. Good for an hour.
 * Clients with a token always get a form.
 */
export const uploadSlot = z.object({
  upload_data: z.object({
    method: z.enum(['POST', 'PUT']),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  asset_id: id,
  asset_url: z.string(),
})
export type UploadSlot = z.infer<typeof uploadSlot>
