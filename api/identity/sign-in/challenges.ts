import { randomBytes } from 'node:crypto'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken } from '../../platform/http/session.ts'
import { type User, UserEntity } from '../users/entity.ts'
import type { Medium, SignInChallenge } from './entity.ts'

const challengeCookie = 'second-factor'
const challengeSeconds = 600
/** Wrong answers that one takes; then the way in begins anew. */
const challengeTries = 5

export type Challenge = Pick<
  SignInChallenge,
  'token_hash' | 'user_id' | 'password_mark' | 'medium' | 'attempts'
>

/** Gives this browser a question instead of a session. It is about this account, with the password that it has now. */
export async function askSecondFactor(
  ctx: Context,
  em: EntityManager,
  user: User,
  medium: Medium,
): Promise<void> {
  const token = randomBytes(32).toString('hex')
  const expires_at = new Date(Date.now() + challengeSeconds * 1000)
  await em.flush()
  await query(em)
    .insertInto('sign_in_challenges')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      password_mark: markOf(user),
      medium,
      attempts: 0,
      created_at: new Date(),
      expires_at,
    })
    .execute()
  ctx.http.setCookie(challengeCookie, token, expires_at)
}

/** The one that this browser has to answer; null when it has none, or had too many tries, or too much time. */
export async function findChallenge(ctx: Context): Promise<Challenge | null> {
  const token = ctx.http.cookie(challengeCookie)
  if (token === undefined) return null
  const found = await query(ctx.em)
    .selectFrom('sign_in_challenges')
    .select(['token_hash', 'user_id', 'password_mark', 'medium', 'attempts'])
    .where('token_hash', '=', hashToken(token))
    .where('attempts', '<', challengeTries)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return found ?? null
}

/**
 * Counts a try before it is looked at, by a statement of its own that nothing rolls back and whose lock lines parallel guesses up. Answers
 * how many are left after it, null when there was none any more.
 */
export async function countTry(ctx: Context, { token_hash }: Challenge): Promise<number | null> {
  const counted = await query(ctx.em)
    .updateTable('sign_in_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .where('attempts', '<', challengeTries)
    .where('expires_at', '>', new Date())
    .returning('attempts')
    .executeTakeFirst()
  return counted === undefined ? null : challengeTries - counted.attempts
}

/** False when it was answered meanwhile: it lets one browser in, once. */
export async function spendChallenge(
  ctx: Context,
  em: EntityManager,
  { token_hash }: Challenge,
): Promise<boolean> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', token_hash)
    .executeTakeFirstOrThrow()
  ctx.http.clearCookie(challengeCookie)
  return numDeletedRows === 1n
}

/**
 * The account that it is about, held until the commit; null when its password has changed since, or when it was deactivated. One that
 * its person deactivated may still come back, if that is what they began by a mailed code.
 */
export async function holdChallenged(em: EntityManager, challenge: Challenge): Promise<User | null> {
  const user = await em.findOne(
    UserEntity,
    { id: challenge.user_id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (user === null || markOf(user) !== challenge.password_mark) return null
  const comesBack = challenge.medium === 'magic-code' && user.deactivated_by === user.id
  return user.is_active || comesBack ? user : null
}

/** The hash of a password marks it, and is not kept a second time. */
function markOf({ password_hash }: Pick<User, 'password_hash'>): string {
  return hashToken(password_hash ?? '')
}
