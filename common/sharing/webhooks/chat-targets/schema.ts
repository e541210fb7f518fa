import { z } from 'zod'
import { id, isoTimestamp } from '../../../platform/time.ts'
import { webhookDisabledReasons } from '../rules.ts'
import { chatEvents, chatServices } from './rules.ts'

/** A chat channel that receives messages about a project. Its URL is secret, so the answer contains only the host. */
export const chatTarget = z.object({
  id,
  project_id: id,
  name: z.string(),
  service: z.enum(chatServices),
  host: z.string(),
  events: z.array(z.enum(chatEvents)),
  /** Null for the default sentences. */
  template: z.string().nullable(),
  is_active: z.boolean(),
  /** Reason why the server switched the target off. Null if it is on or was switched off by a user. */
  off_reason: z.enum(webhookDisabledReasons).nullable(),
  /** Time and error of the last attempt to send a message. */
  last_attempt_at: isoTimestamp.nullable(),
  last_error: z.string().nullable(),
  created_by: id.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type ChatTarget = z.infer<typeof chatTarget>
