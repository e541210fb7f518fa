import { randomBytes } from 'node:crypto'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken } from '../../platform/http/session.ts'
import { type User, UserEntity } from '../users/entity.ts'
import type { SignInChallenge, SignInMethod } from './entity.ts'

const challengeCookie = 'second-factor'
const challengeSeconds = 600
/** Number of failed attempts after which the sign-in must start again. */
const maxChallengeAttempts = 5

export type PendingSignInChallenge = Pick<
  SignInChallenge,
  'token_hash' | 'user_id' | 'password_mark' | 'medium' | 'attempts'
>

/**
 * Stores a two-factor challenge for this browser instead of a session. The challenge is bound to the account
 * and its current password.
 */
export async function createTwoFactorChallenge(
  ctx: Context,
  em: EntityManager,
  user: User,
  medium: SignInMethod,
): Promise<void> {
  const token = randomBytes(32).toString('hex')
  const expires_at = new Date(Date.now() + challengeSeconds * 1000)
  await em.flush()
  await query(em)
    .insertInto('sign_in_challenges')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      password_mark: passwordMarkOf(user),
      medium,
      attempts: 0,
      created_at: new Date(),
      expires_at,
    })
    .execute()
  ctx.http.setCookie(challengeCookie, token, expires_at)
}

/**
 * Returns this browser's open challenge. Returns null if there is none, if it has expired, or if too many wrong codes
 * were entered for it.
 */
export async function findSignInChallenge(ctx: Context): Promise<PendingSignInChallenge | null> {
  const token = ctx.http.cookie(challengeCookie)
  if (token === undefined) return null
  const found = await query(ctx.em)
    .selectFrom('sign_in_challenges')
    .select(['token_hash', 'user_id', 'password_mark', 'medium', 'attempts'])
    .where('token_hash', '=', hashToken(token))
    .where('attempts', '<', maxChallengeAttempts)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return found ?? null
}

/**
 * Counts the attempt before the code is checked, in a separate statement that no rollback can undo. The row
 * lock of the statement serializes concurrent guesses. Returns the remaining attempts, or null when the
 * challenge is over.
 */
export async function countChallengeAttempt(
  ctx: Context,
  { token_hash }: PendingSignInChallenge,
): Promise<number | null> {
  const counted = await query(ctx.em)
    .updateTable('sign_in_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .where('attempts', '<', maxChallengeAttempts)
    .where('expires_at', '>', new Date())
    .returning('attempts')
    .executeTakeFirst()
  return counted === undefined ? null : maxChallengeAttempts - counted.attempts
}

/** Deletes the challenge, because it can be used only once. Returns false if it was already consumed. */
export async function consumeSignInChallenge(
  ctx: Context,
  em: EntityManager,
  { token_hash }: PendingSignInChallenge,
): Promise<boolean> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', token_hash)
    .executeTakeFirstOrThrow()
  ctx.http.clearCookie(challengeCookie)
  return numDeletedRows === 1n
}

/**
 * Locks the account of the challenge until the commit. Returns null when the password has changed since the
 * challenge or when the account was deactivated. An account that its user deactivated can be reactivated if
 * the sign-in began with an emailed code.
 */
export async function lockChallengedAccount(
  em: EntityManager,
  challenge: PendingSignInChallenge,
): Promise<User | null> {
  const user = await em.findOne(
    UserEntity,
    { id: challenge.user_id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (user === null || passwordMarkOf(user) !== challenge.password_mark) return null
  const reactivates = challenge.medium === 'magic-code' && user.deactivated_by === user.id
  return user.is_active || reactivates ? user : null
}

/**
 * Returns a hash of the password hash. The result shows whether the password has changed, without storing the
 * password hash a second time.
 */
function passwordMarkOf({ password_hash }: Pick<User, 'password_hash'>): string {
  return hashToken(password_hash ?? '')
}
