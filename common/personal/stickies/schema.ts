import { z } from 'zod'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { stickyColors } from './rules.ts'

/** A private note of a user in a workspace. */
export const stickyRow = z.object({
  id,
  workspace_id: id,
  owner: id,
  name: z.string().nullable(),
  description_html: z.string(),
  /** The note as plain text, which the search compares with the searched words. */
  description_stripped: z.string(),
  /** Number of the text's current version. It increases by one with each change of the text. */
  text_version: z.int(),
  color: z.string().nullable(),
  background_color: z.enum(stickyColors).nullable(),
  logo_props: logoProps,
  /** Position of the sticky. The sticky with the highest value is on top. */
  sort_order: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type StickyRow = z.infer<typeof stickyRow>

export const stickyResponse = stickyRow.extend({ description: z.record(z.string(), z.unknown()) })
export type StickyResponse = z.infer<typeof stickyResponse>
