import { z } from 'zod'
import { declareCalls } from '../../../platform/call.ts'
import { id, isoTimestamp } from '../../../platform/time.ts'
import { digestItemsLimit } from './rules.ts'

export const digestItem = z.object({
  issue_id: id,
  project_id: id,
  name: z.string(),
  sequence_id: z.int(),
  project_identifier: z.string(),
  /** Time of the latest event. */
  last_at: isoTimestamp,
  /** Ids of the users who changed the item or commented on it, latest first. */
  actor_ids: z.array(id),
  /** Names of the changed fields, as in activity records. `created` stands for the creation of the item. */
  fields: z.array(z.string()),
  /** Number of new comments. */
  comments: z.int(),
})
export type DigestItem = z.infer<typeof digestItem>

export const digestCalls = declareCalls('home', {
  getDigest: {
    summary: `List up to ${digestItemsLimit} of your items that others changed, latest first`,
    method: 'GET',
    path: '/api/workspaces/{slug}/digest/',
    who: { workspace: 'guest' },
    query: z.object({ since: isoTimestamp }),
    answer: z.array(digestItem),
  },
})
