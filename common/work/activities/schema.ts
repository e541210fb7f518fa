import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { comment } from '../comments/schema.ts'

/** One change of a work item. The row contains only the fields of Plane that clients read. */
export const activity = z.object({
  id,
  /** Distinguishes changes from comments. The history of an item contains both. */
  activity_type: z.enum(['issue-property', 'epic-property']),
  created_at: isoTimestamp,
  workspace: id,
  project: id,
  issue: id,
  actor: id.nullable(),
  /** Kind of change: `created`, `updated`, `deleted` or `restored`. */
  verb: z.string(),
  /** The changed field, such as `state` or `labels`. Null for the creation of the item. */
  field: z.string().nullable(),
  /** Names or texts before and after the change, as they were at that time; empty if there was no value. */
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  old_identifier: id.nullable(),
  new_identifier: id.nullable(),
  comment: z.string(),
  /** Time of the change in seconds since 1970. */
  epoch: z.number(),
  actor_detail: userLite.nullable(),
  issue_detail: z.object({ id, name: z.string(), sequence_id: z.int() }),
  project_detail: z.object({ id, name: z.string(), identifier: z.string() }),
  workspace_detail: z.object({ id, name: z.string(), slug: z.string() }),
})
export type Activity = z.infer<typeof activity>

/** A comment in the history of an item. */
export const commentActivity = comment.extend({ activity_type: z.enum(['issue-comment', 'epic-comment']) })
export type CommentActivity = z.infer<typeof commentActivity>
