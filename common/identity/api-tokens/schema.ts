import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { tokenScopes } from './rules.ts'

/** A key by which a program acts for a person. The key itself is told once, as it is made. */
export const apiToken = z.object({
  id,
  label: z.string(),
  description: z.string(),
  /** The last letters of the key, by which its owner knows it again. */
  ending: z.string(),
  scope: z.enum(tokenScopes),
  user: id,
  /** 0 is a person. */
  user_type: z.literal(0),
  workspace: id.nullable(),
  is_active: z.boolean(),
  is_service: z.literal(false),
  allowed_rate_limit: z.string(),
  /** To the minute. */
  last_used: moment.nullable(),
  expired_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
})
export type ApiToken = z.infer<typeof apiToken>
