import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'

/**
 * The fields that comments on items and comments on pages have in common. A comment without `parent_id`
 * starts a thread; replies contain its id.
 */
export const commentBase = z.object({
  id,
  workspace_id: id,
  parent_id: id.nullable(),
  /** User id of the author. */
  actor: id,
  comment_html: z.string(),
  /** Ids of the members of the project that the text mentions. */
  mention_ids: z.array(id),
  /** The time of the last edit, or null if the comment was never edited. */
  edited_at: isoTimestamp.nullable(),
  /**
   * Time at which the comment was deleted. Null if it was not deleted. The row of a deleted comment remains without
   * its text, because replies refer to it.
   */
  removed_at: isoTimestamp.nullable(),
  /** The time at which the thread was resolved, and the user who resolved it. */
  resolved_at: isoTimestamp.nullable(),
  resolved_by: id.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type CommentBase = z.infer<typeof commentBase>
