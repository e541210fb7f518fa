import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'

/** The reaction of one user to a work item or a comment. */
export const reactionRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  /** Comment that the user reacted to; null for a reaction to the item itself. */
  comment_id: id.nullable(),
  actor: id,
  reaction: z.string(),
  created_at: isoTimestamp,
})
export type ReactionRow = z.infer<typeof reactionRow>

/** Adds fields that clients of Plane read. */
export const reactionResponse = reactionRow.extend({
  issue: id,
  comment: id.nullable(),
  display_name: z.string(),
})
export type ReactionResponse = z.infer<typeof reactionResponse>
