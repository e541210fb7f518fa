import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'

/** One person's emoji on a work item, or on a comment on it. */
export const reactionRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  /** Null of one on the item itself. */
  comment_id: id.nullable(),
  actor: id,
  reaction: z.string(),
  created_at: moment,
})
export type ReactionRow = z.infer<typeof reactionRow>

/** With what clients of the reference product read of it. */
export const reactionAnswer = reactionRow.extend({
  issue: id,
  comment: id.nullable(),
  display_name: z.string(),
})
export type ReactionAnswer = z.infer<typeof reactionAnswer>
