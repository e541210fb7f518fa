import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

/**
 * Title and icon of the linked page. The server reads them after the link was created. The object is empty if the
 * server cannot read the page.
 */
export const linkMetadata = z.object({
  title: z.string().optional(),
  /** A small icon as a `data:` URL, so that showing the link sends no request to the linked page. */
  favicon: z.string().optional(),
})
export type LinkMetadata = z.infer<typeof linkMetadata>

/**
 * A link of a work item. `title` is the name that a user gave it; if it is null, the title of the page is
 * shown.
 */
export const linkRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  title: z.string().nullable(),
  url: z.string(),
  metadata: linkMetadata,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type LinkRow = z.infer<typeof linkRow>

/**
 * A link with the fields `created_by_id` and `created_by_detail`, from which clients of Plane read the
 * author.
 */
export const linkResponse = linkRow.extend({
  created_by_id: id.nullable(),
  /** The user who created the link. Null if the account was erased. */
  created_by_detail: userLite.nullable(),
})
export type LinkResponse = z.infer<typeof linkResponse>
