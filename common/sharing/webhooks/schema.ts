import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { webhookDisabledReasons, webhookEvents } from './rules.ts'

/** A webhook. Its secret is returned only when it is created. */
export const webhook = z.object({
  id,
  workspace_id: id,
  url: z.string(),
  is_active: z.boolean(),
  /** Reason why the server switched the webhook off. Null if it is on or was switched off by a user. */
  off_reason: z.enum(webhookDisabledReasons).nullable(),
  project: z.boolean(),
  issue: z.boolean(),
  module: z.boolean(),
  cycle: z.boolean(),
  issue_comment: z.boolean(),
  is_internal: z.literal(false),
  version: z.literal('v1'),
  /** Owner of the webhook: its creator, or the admin who switched it on again. */
  created_by: id.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type Webhook = z.infer<typeof webhook>

const headers = z.record(z.string(), z.string())

/** An attempt to deliver an event. */
export const webhookLog = z.object({
  id,
  webhook: id,
  /** Id of the delivery. All attempts of a delivery have the same id, even manual attempts. */
  delivery_id: id,
  event_type: z.enum(webhookEvents),
  request_method: z.literal('POST'),
  request_headers: headers,
  request_body: z.string(),
  /** HTTP status of the response. Null if there was no response; `error` contains the reason. */
  response_status: z.int().nullable(),
  response_headers: headers,
  response_body: z.string(),
  error: z.string().nullable(),
  /** Number of attempts before this one. */
  retry_count: z.int(),
  duration_ms: z.int(),
  created_at: isoTimestamp,
})
export type WebhookLog = z.infer<typeof webhookLog>
