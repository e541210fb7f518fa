import { z } from 'zod'
import { signInProviders } from '../../identity/sign-in/providers.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

/** A signed-in browser. */
export const session = z.object({
  id,
  /** Names of browser and operating system, such as `Firefox` and `Linux`. Null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** IP address from which the session was last used. */
  ip: z.string().nullable(),
  created_at: isoTimestamp,
  last_used_at: isoTimestamp,
  /** True for the session of this request. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof session>

const count = z.int()

/** The data that is deleted and the data that remains when the account is deleted. */
export const accountDeletion = z.object({
  /** Reason why the account cannot be deleted. Null if it can be deleted. */
  problem: z.string().nullable(),
  goes: z.object({
    memberships: count,
    /** Number of workspaces in which the user is the only member. */
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

/** An external account that a user can sign in with. */
export const linkedAccount = z.object({
  id,
  user: id,
  provider: z.enum(signInProviders),
  provider_account_id: z.string(),
  /** Name and email address of the external account at its last sign-in. */
  metadata: z.record(z.string(), z.unknown()),
  last_connected_at: isoTimestamp,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type LinkedAccount = z.infer<typeof linkedAccount>

/**
 * An external account with the same email address as this account. It can be linked after the user confirms
 * it.
 */
export const linkableAccount = z.object({
  provider: z.enum(signInProviders),
  name: z.string(),
  email: z.string(),
  /** Path that the user wanted to open before the sign-in. */
  next_path: z.string().nullable(),
  /**
   * True if the user must prove their identity before linking the account, because they have not signed in
   * since the link was offered.
   */
  needs_proof: z.boolean(),
})
export type LinkableAccount = z.infer<typeof linkableAccount>
