import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { webhookEvents, webhookOffReasons } from './rules.ts'

/** Where a workspace tells of its changes. The secret is told as it is made, and never again. */
export const webhook = z.object({
  id,
  workspace_id: id,
  url: z.string(),
  is_active: z.boolean(),
  /** Null of one that is on, and of one that a person has switched off. */
  off_reason: z.enum(webhookOffReasons).nullable(),
  project: z.boolean(),
  issue: z.boolean(),
  module: z.boolean(),
  cycle: z.boolean(),
  issue_comment: z.boolean(),
  is_internal: z.literal(false),
  version: z.literal('v1'),
  /** Who answers for it: its maker, or who has switched it on again. */
  created_by: id.nullable(),
  created_at: moment,
  updated_at: moment,
})
export type Webhook = z.infer<typeof webhook>

const headers = z.record(z.string(), z.string())

/** One attempt to deliver something. */
export const webhookLog = z.object({
  id,
  webhook: id,
  /** The same for all attempts of one delivery, by hand too. */
  delivery_id: id,
  event_type: z.enum(webhookEvents),
  request_method: z.literal('POST'),
  request_headers: headers,
  request_body: z.string(),
  /** Null where no answer came; `error` says why. */
  response_status: z.int().nullable(),
  response_headers: headers,
  response_body: z.string(),
  error: z.string().nullable(),
  /** How many attempts there were before it. */
  retry_count: z.int(),
  duration_ms: z.int(),
  created_at: moment,
})
export type WebhookLog = z.infer<typeof webhookLog>
