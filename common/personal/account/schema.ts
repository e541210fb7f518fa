import { z } from 'zod'
import { signInProviders } from '../../identity/sign-in/providers.ts'
import { id, moment } from '../../platform/time.ts'

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

const count = z.int()

/** What becomes of what, when the account is deleted. */
export const accountDeletion = z.object({
  /** Why it cannot be deleted, in a sentence; null when it can. */
  problem: z.string().nullable(),
  goes: z.object({
    memberships: count,
    /** In which nobody else is. */
    workspaces: count,
    sessions: count,
    api_tokens: count,
    private_pages: count,
    private_views: count,
    drafts: count,
    stickies: count,
  }),
  stays: z.object({ work_items: count, comments: count, pages: count, files: count }),
})
export type AccountDeletion = z.infer<typeof accountDeletion>

/** An account elsewhere by which a person may sign in. */
export const linkedAccount = z.object({
  id,
  user: id,
  provider: z.enum(signInProviders),
  provider_account_id: z.string(),
  /** Name and address as they were when the account was last used. */
  metadata: z.record(z.string(), z.unknown()),
  last_connected_at: moment,
  created_at: moment,
  updated_at: moment,
})
export type LinkedAccount = z.infer<typeof linkedAccount>

/** An account elsewhere by which somebody came whose address has an account here: it opens that once its person says so. */
export const offeredAccount = z.object({
  provider: z.enum(signInProviders),
  name: z.string(),
  email: z.string(),
  /** Where they were bound for. */
  next_path: z.string().nullable(),
  /** Whoever has not signed in since it was offered shows once more that it is them. */
  needs_proof: z.boolean(),
})
export type OfferedAccount = z.infer<typeof offeredAccount>
