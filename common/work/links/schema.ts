import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'

/** What the page itself says, read by the server a moment after the link was made; nothing of it where the page could not be read. */
export const linkMetadata = z.object({
  title: z.string().optional(),
  /** A small picture as a `data:` address, so that whoever sees the link asks nothing of the page. */
  favicon: z.string().optional(),
})
export type LinkMetadata = z.infer<typeof linkMetadata>

/** A link of a work item; `title` is what a person calls it, null for what the page calls itself. */
export const linkRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  title: z.string().nullable(),
  url: z.string(),
  metadata: linkMetadata,
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type LinkRow = z.infer<typeof linkRow>

/** Clients of the reference product know who made it as `created_by_id`. */
export const linkAnswer = linkRow.extend({ created_by_id: id.nullable() })
export type LinkAnswer = z.infer<typeof linkAnswer>
