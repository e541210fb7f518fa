import type { EntityManager } from '@mikro-orm/postgresql'
import { safeNextPath } from '#common/identity/sign-in/next-path.ts'
import { type Context, Redirect } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { audit } from '../../platform/feed/deed.ts'
import type { User } from '../users/entity.ts'
import { askSecondFactor } from './challenges.ts'
import { comeBack } from './come-back.ts'
import type { Medium } from './entity.ts'
import { welcome } from './redirects.ts'
import { endSession, giveSession } from './sessions.ts'

export const secondFactorPage = '/accounts/second-factor'

/** What a way in has come to: a session, or a page that asks for the second factor. */
export interface SignInResult {
  user_id: string
  is_asked: boolean
}

/**
 * Where every way in ends once its own proof was right, whatever that was: a password, a mailed code, an account elsewhere. Whoever has
 * a second factor has no session yet, nor anything else than a question in a cookie. The caller holds the account until the commit. One
 * that its person deactivated comes only by what proves the address, and is active again once they are in.
 */
export async function enter(
  ctx: Context,
  em: EntityManager,
  user: User,
  medium: Medium,
): Promise<SignInResult> {
  if (user.has_second_factor) await askSecondFactor(ctx, em, user, medium)
  else await letIn(ctx, em, user, medium)
  return { user_id: user.id, is_asked: user.has_second_factor }
}

/** Where the browser goes after that; asked when it is committed. */
export async function entered(
  ctx: Context,
  way: SignInResult,
  next_path: string | undefined,
): Promise<Redirect> {
  if (!way.is_asked) return welcome(ctx.em, way.user_id, next_path)
  const next = safeNextPath(next_path)
  return new Redirect(
    next === null ? secondFactorPage : `${secondFactorPage}?${new URLSearchParams({ next_path: next })}`,
  )
}

/**
 * Signs this browser in; for whoever has shown all that the account asks for. The session it had before ends, so that nobody can hand
 * someone a session and wait.
 */
export async function letIn(ctx: Context, em: EntityManager, user: User, medium: Medium): Promise<void> {
  if (!user.is_active) await comeBack(ctx, em, user)
  await endSession(ctx, em)
  await query(em)
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .where('expires_at', '<', new Date())
    .execute()
  user.last_login_time = new Date()
  user.last_login_ip = ctx.http.address
  user.last_login_medium = medium
  giveSession(ctx, em, user)
  await em.flush()
  audit(em, {
    action: 'session.started',
    actor_id: user.id,
    target: { kind: 'user', id: user.id },
    facts: { medium },
  })
  ctx.log.info({ user_id: user.id, medium, address: ctx.http.address }, 'signed in')
}
