import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { tokenScopes } from './rules.ts'

/** An API token. Its secret key is returned only in the response to the call that creates the token. */
export const apiToken = z.object({
  id,
  label: z.string(),
  description: z.string(),
  /** Last characters of the key, so that users recognize the token. */
  ending: z.string(),
  scope: z.enum(tokenScopes),
  user: id,
  /** 0 for a token of a person, and 1 for a token of a service account, which Plane calls a bot. */
  user_type: z.union([z.literal(0), z.literal(1)]),
  workspace: id.nullable(),
  is_active: z.boolean(),
  /** True for a token of a service account. */
  is_service: z.boolean(),
  allowed_rate_limit: z.string(),
  /** Time of the last use, precise to the minute. */
  last_used: isoTimestamp.nullable(),
  expired_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type ApiToken = z.infer<typeof apiToken>
