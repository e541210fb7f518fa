import { z } from 'zod'
import { id, isoTimestamp } from '../../../platform/time.ts'

/** A vote for or against an item on a public board. Each user has one vote per item. */
export const voteRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  actor: id,
  vote: z.literal([1, -1]),
  created_at: isoTimestamp,
})
export type VoteRow = z.infer<typeof voteRow>
