import { z } from 'zod'
import { id, moment } from '../time.ts'

/** A browser that is signed in. */
export const session = z.object({
  id,
  /** `Firefox` and `Linux`; null where the browser did not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network address that it was used from last. */
  ip: z.string().nullable(),
  created_at: moment,
  last_used_at: moment,
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const signInProviders = ['google', 'github', 'gitlab', 'gitea'] as const

/** An account elsewhere by which a person may sign in. */
export const linkedAccount = z.object({
  id,
  user: id,
  provider: z.enum(signInProviders),
  provider_account_id: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  last_connected_at: moment,
  created_at: moment,
  updated_at: moment,
})
export type LinkedAccount = z.infer<typeof linkedAccount>
