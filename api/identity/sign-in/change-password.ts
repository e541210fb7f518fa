import { authError } from '#common/identity/sign-in/errors.ts'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import type { Me } from '#common/identity/users/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { Context, UserContext } from '../../platform/context/context.ts'
import { hashToken } from '../../platform/http/session.ts'
import type { User } from '../users/entity.ts'
import { presentMe } from '../users/present-me.ts'
import { findAccount } from './accounts.ts'
import { hashPassword, isStrongPassword, passwordMatches } from './passwords.ts'
import { createSession, endAllSessions, lockAccount } from './sessions.ts'
import { proveIdentityUnlessRecent } from './two-factor/prove-identity.ts'

type Proof = Omit<IdentityProofBody, 'password'>

interface Change extends Proof {
  old_password: string
  new_password: string
}

/**
 * Ends every session of the account, and gives the caller a new one. A user without a password proves their
 * identity in another way.
 */
export async function changePassword(
  ctx: UserContext,
  { old_password, new_password, ...proof }: Change,
): Promise<{ message: string }> {
  const account = await ownAccount(ctx)
  if (new_password === '' || (old_password === '' && !account.is_password_autoset))
    throw authError('MISSING_PASSWORD')
  if (!account.is_password_autoset) {
    // Count wrong passwords for this session only. Otherwise a stranger who guesses passwords could block the
    // signed-in user.
    const session = hashToken(ctx.http.session_token ?? '')
    await ctx.limits.take('device', session)
    if (!(await passwordMatches(account.password_hash, old_password)))
      throw authError('INCORRECT_OLD_PASSWORD')
    await ctx.limits.giveBack('device', session)
    if (old_password === new_password) throw authError('INVALID_NEW_PASSWORD')
  }
  if (!(await isStrongPassword(new_password, guessableWordsOf(account)))) throw authError('PASSWORD_TOO_WEAK')
  if (account.is_password_autoset) await proveIdentityUnlessRecent(ctx, proof)
  await replacePassword(ctx, account, new_password)
  return { message: 'Password updated successfully' }
}

export async function setPassword(
  ctx: UserContext,
  { password, ...proof }: Proof & { password: string },
): Promise<Me> {
  const account = await ownAccount(ctx)
  if (!account.is_password_autoset) throw authError('PASSWORD_ALREADY_SET')
  if (password === '' || !(await isStrongPassword(password, guessableWordsOf(account))))
    throw authError('INVALID_PASSWORD')
  await proveIdentityUnlessRecent(ctx, proof)
  return presentMe(await replacePassword(ctx, account, password))
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

async function ownAccount(ctx: UserContext): Promise<Account> {
  const account = await findAccount(ctx.em, ctx.user.email)
  if (account === undefined) throw notFound()
  return account
}

async function replacePassword(ctx: Context, account: Account, password: string): Promise<User> {
  const password_hash = await hashPassword(password)
  return ctx.writing(async (em) => {
    const user = await lockAccount(em, account.id, account.password_hash)
    if (user === null) throw authError('AUTHENTICATION_FAILED', 'conflict')
    Object.assign(user, { password_hash, is_password_autoset: false })
    await endAllSessions(ctx, em, user.id)
    createSession(ctx, em, user)
    await em.flush()
    return user
  })
}

function guessableWordsOf({ email, first_name, last_name }: Account): string[] {
  return [email, first_name, last_name]
}
