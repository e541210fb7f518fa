import { z } from 'zod'
import { id, moment } from '../time.ts'

/** Where a workspace tells of its changes. The secret is told as it is made, and never again. */
export const webhook = z.object({
  id,
  workspace_id: id,
  url: z.string(),
  is_active: z.boolean(),
  project: z.boolean(),
  issue: z.boolean(),
  module: z.boolean(),
  cycle: z.boolean(),
  issue_comment: z.boolean(),
  is_internal: z.literal(false),
  version: z.literal('v1'),
  created_by: id.nullable(),
  created_at: moment,
  updated_at: moment,
})
export type Webhook = z.infer<typeof webhook>
