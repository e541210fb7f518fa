import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, moment } from '../../platform/time.ts'
import { reactionAnswer } from '../reactions/schema.ts'

/** Who reads a comment where the item is shown to the public; in the project everybody who sees the item does. */
export const commentAccess = z.enum(['INTERNAL', 'EXTERNAL'])
export type CommentAccess = z.infer<typeof commentAccess>

/** Something that was said of a work item. One without `parent_id` begins a thread; its replies name it. */
export const commentRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  parent_id: id.nullable(),
  /** Who said it. */
  actor: id,
  comment_html: z.string(),
  /** Whom it mentions, of those who are in the project. */
  mention_ids: z.array(id),
  access: commentAccess,
  /** When its words were changed last; null of those that stand as they were said. */
  edited_at: moment.nullable(),
  /** When it was deleted. Its words are gone then; it is still there for the replies to it. */
  removed_at: moment.nullable(),
  /** When its thread was settled, and by whom. */
  resolved_at: moment.nullable(),
  resolved_by: id.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type CommentRow = z.infer<typeof commentRow>

/** With what clients of the reference product read of it besides. */
export const comment = commentRow.extend({
  workspace: id,
  project: id,
  issue: id,
  parent: id.nullable(),
  comment_json: z.record(z.string(), z.unknown()),
  comment_stripped: z.string(),
  comment_reactions: z.array(reactionAnswer),
  actor_detail: userLite.nullable(),
  issue_detail: z.object({ id, name: z.string(), sequence_id: z.int() }),
  project_detail: z.object({ id, name: z.string(), identifier: z.string() }),
  workspace_detail: z.object({ id, name: z.string(), slug: z.string() }),
})
export type Comment = z.infer<typeof comment>
