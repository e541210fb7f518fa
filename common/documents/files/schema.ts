import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { pictureWidths } from './rules.ts'

/**
 * The metadata of a file. After the upload, the server detects `type` from the content. `width` and `height`
 * are in pixels.
 */
export const fileAttributes = z.object({
  name: z.string(),
  size: z.int(),
  type: z.string(),
  /** Width of the picture. Null if the file is not a picture that can be shown. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type FileAttributes = z.infer<typeof fileAttributes>

/**
 * Query parameters for reading a file. `width` selects a smaller copy of a picture. `download=true` saves
 * pictures, audio and video instead of showing them.
 */
export const fileReadQuery = z.object({
  width: z.enum(pictureWidths.map(String)).optional(),
  download: z.enum(['true', 'false']).optional(),
})

/**
 * An attachment of a work item. The row is created when the upload is complete. Its id is also the id of the file.
 */
export const attachmentRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  attributes: fileAttributes,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type AttachmentRow = z.infer<typeof attachmentRow>

export const attachmentResponse = attachmentRow.extend({
  /** Id and address of the file, under the names that clients of Plane expect. */
  asset: z.string(),
  asset_url: z.string(),
})
export type AttachmentResponse = z.infer<typeof attachmentResponse>

/**
 * Describes how to upload a file: by a POST form with these fields and the file as `file`, or by a PUT with
 * the file as its body. The description is valid for an hour. Clients with an API token always get a form.
 */
export const uploadTarget = z.object({
  upload_data: z.object({
    method: z.enum(['POST', 'PUT']),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  asset_id: id,
  asset_url: z.string(),
})
export type UploadTarget = z.infer<typeof uploadTarget>
