import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'

/** A comment on anything. One without `parent_id` begins a thread; its replies name it. */
export const commentBase = z.object({
  id,
  workspace_id: id,
  parent_id: id.nullable(),
  /** The person who said it. */
  actor: id,
  comment_html: z.string(),
  /** The people of the project whom it mentions. */
  mention_ids: z.array(id),
  /** The moment of the last edit; null of a comment that was never edited. */
  edited_at: moment.nullable(),
  /** A deleted comment has no words, but it stays for its replies. */
  removed_at: moment.nullable(),
  /** The moment at which its thread was resolved, and the person who did it. */
  resolved_at: moment.nullable(),
  resolved_by: id.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type CommentBase = z.infer<typeof commentBase>
