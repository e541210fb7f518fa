import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, moment } from '../../platform/time.ts'

/** What happened to a work item, once; who reads it has no use for what else the row of the reference product has. */
export const activity = z.object({
  id,
  created_at: moment,
  workspace: id,
  project: id,
  issue: id,
  actor: id.nullable(),
  /** `created`, `updated`, `deleted` or `restored`. */
  verb: z.string(),
  /** What was changed, `state` or `labels`; null of the item itself as it was made. */
  field: z.string().nullable(),
  /** In words, as they were; empty for none. */
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  old_identifier: id.nullable(),
  new_identifier: id.nullable(),
  comment: z.string(),
  /** Seconds since 1970. */
  epoch: z.number(),
  actor_detail: userLite.nullable(),
  issue_detail: z.object({ id, name: z.string(), sequence_id: z.int() }),
  project_detail: z.object({ id, name: z.string(), identifier: z.string() }),
  workspace_detail: z.object({ id, name: z.string(), slug: z.string() }),
})
export type Activity = z.infer<typeof activity>
