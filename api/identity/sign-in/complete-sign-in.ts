import type { EntityManager } from '@mikro-orm/postgresql'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import { type Context, Redirect } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import type { User } from '../users/entity.ts'
import { createTwoFactorChallenge } from './challenges.ts'
import type { SignInMethod } from './entity.ts'
import { reactivateAccountOnSignIn } from './reactivate.ts'
import { buildSignInRedirect } from './redirects.ts'
import { createSession, endSession } from './sessions.ts'

export const twoFactorPage = '/accounts/second-factor'

/**
 * Result of the first sign-in step: a session, or a required second step of two-factor authentication when
 * `needs_two_factor` is true.
 */
export interface SignInResult {
  user_id: string
  needs_two_factor: boolean
}

/**
 * Last step of every sign-in method, after the user has proved their identity. An account with two-factor
 * authentication gets a challenge cookie instead of a session. The caller must have locked the account until
 * the commit. An account that its user deactivated becomes active again.
 */
export async function completeSignIn(
  ctx: Context,
  em: EntityManager,
  user: User,
  medium: SignInMethod,
): Promise<SignInResult> {
  if (user.has_second_factor) await createTwoFactorChallenge(ctx, em, user, medium)
  else await startSession(ctx, em, user, medium)
  return { user_id: user.id, needs_two_factor: user.has_second_factor }
}

/** Returns the redirect after the sign-in. Call it after the commit. */
export async function redirectAfterSignIn(
  ctx: Context,
  result: SignInResult,
  next_path: string | undefined,
): Promise<Redirect> {
  if (!result.needs_two_factor) return buildSignInRedirect(ctx.em, result.user_id, next_path)
  const next = sanitizeNextPath(next_path)
  return new Redirect(
    next === null ? twoFactorPage : `${twoFactorPage}?${new URLSearchParams({ next_path: next })}`,
  )
}

/**
 * Creates a session for this browser after the user has given all required proofs. The previous session of
 * the browser ends, which prevents session fixation.
 */
export async function startSession(
  ctx: Context,
  em: EntityManager,
  user: User,
  medium: SignInMethod,
): Promise<void> {
  if (!user.is_active) await reactivateAccountOnSignIn(ctx, em, user)
  await endSession(ctx, em)
  await query(em)
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .where('expires_at', '<', new Date())
    .execute()
  user.last_login_time = new Date()
  user.last_login_ip = ctx.http.address
  user.last_login_medium = medium
  createSession(ctx, em, user)
  await em.flush()
  addAuditEntry(em, {
    action: 'session.started',
    actor_id: user.id,
    target: { kind: 'user', id: user.id },
    facts: { medium },
  })
  ctx.log.info({ user_id: user.id, medium, address: ctx.http.address }, 'signed in')
}
