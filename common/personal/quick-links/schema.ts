import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { linkMetadata } from '../../work/links/schema.ts'

/** A user's link on the home screen of a workspace. */
export const quickLinkRow = z.object({
  id,
  workspace_id: id,
  owner: id,
  title: z.string().nullable(),
  url: z.string(),
  metadata: linkMetadata,
  sort_order: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type QuickLinkRow = z.infer<typeof quickLinkRow>
