import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import {
  hashToken,
  newSessionToken,
  sessionDurationSeconds,
  sessionsChannel,
} from '../../platform/http/session.ts'
import { type User, UserEntity } from '../users/entity.ts'
import { rememberDevice } from './devices.ts'
import { SessionEntity } from './entity.ts'

/**
 * Locks the account until the commit. Returns null when it was deactivated or its password changed since the check, so
 * that no session starts after all sessions were ended.
 */
export function lockAccount(
  em: EntityManager,
  id: string,
  passwordHash: string | null,
): Promise<User | null> {
  return em.findOne(
    UserEntity,
    { id, is_active: true, password_hash: passwordHash },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
}

/** Deletes the session of this request. Does nothing if the request has no session. */
export async function endSession(ctx: Context, em: EntityManager): Promise<void> {
  const { user } = ctx
  if (ctx.http.session_token === null || user === null) return
  await query(em).deleteFrom('sessions').where('token_hash', '=', hashToken(ctx.http.session_token)).execute()
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, user.id))
}

/**
 * Ends all sessions and pending sign-ins of a user, for example after a password change, and closes their
 * connections.
 */
export async function endAllSessions(ctx: Context, em: EntityManager, userId: string): Promise<void> {
  await query(em).deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await query(em).deleteFrom('sessions').where('user_id', '=', userId).execute()
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, userId))
}

/** Creates a session for this browser, and remembers the browser as a known device. */
export function createSession(ctx: Context, em: EntityManager, user: User): void {
  const token = newSessionToken()
  const expires_at = new Date(Date.now() + sessionDurationSeconds * 1000)
  em.create(SessionEntity, {
    token_hash: hashToken(token),
    id: newId(),
    user_id: user.id,
    ip: ctx.http.address,
    user_agent: ctx.http.user_agent.slice(0, 500),
    expires_at,
  })
  ctx.http.setSession(token, expires_at)
  // Notify the user's other tabs and devices, so that they reload the list of sessions.
  ctx.afterCommit(() => ctx.bus.publish(sessionsChannel, user.id))
  rememberDevice(ctx, user)
}
