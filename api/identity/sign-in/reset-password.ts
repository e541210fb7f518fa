import { randomBytes } from 'node:crypto'
import { type AuthErrorName, authError } from '#common/identity/sign-in/errors.ts'
import { isId } from '#common/platform/ids.ts'
import { isEmail, normalEmail } from '#common/platform/text.ts'
import { type Context, Redirect } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken } from '../../platform/http/session.ts'
import { findAccount } from './accounts.ts'
import { rememberDevice } from './devices.ts'
import { shutOutMaker } from './first-proof.ts'
import { keepSecret, spendSecret, trySecret } from './mailed-secrets.ts'
import { mailResetLink } from './mails.ts'
import { isWayOpen } from './open-ways.ts'
import { hashPassword, isStrongPassword } from './passwords.ts'
import { refused } from './redirects.ts'
import { endAllSessions, holdAccount } from './sessions.ts'

const resetPage = '/accounts/reset-password/'

/** Answers the same whether or not there is such an account. */
export async function forgotPassword(ctx: Context, typed: string): Promise<{ message: string }> {
  const email = normalEmail(typed)
  if (!isEmail(email)) throw authError('INVALID_EMAIL')
  if (!isWayOpen(ctx, 'password')) throw authError('PASSWORD_LOGIN_DISABLED')
  await ctx.limits.take('mail', `link:${email}`)
  const account = await findAccount(ctx.em, email)
  const token = randomBytes(32).toString('hex')
  if (account?.is_active && (await keepSecret(ctx.em, 'reset_password', email, () => hashToken(token)))) {
    await mailResetLink(ctx, email, resetPath(account.id, email, token))
  }
  return { message: 'Check your email to reset your password' }
}

/** Where somebody enters a new password; the token is known to the database by its hash alone. */
export function resetPath(id: string, email: string, token: string): string {
  return `${resetPage}?${new URLSearchParams({ uidb64: Buffer.from(id).toString('base64url'), token, email })}`
}

interface Link {
  uidb64: string
  token: string
}

/** The link proves the address, so it also verifies it. Nobody is signed in by it, and everyone who was is out. */
export async function resetPassword(ctx: Context, link: Link, password: string): Promise<Redirect> {
  const account = await accountOf(ctx, link)
  if (account === null) return refused(resetPage, 'INVALID_PASSWORD_TOKEN')
  const tried = await ctx.writing((em) =>
    trySecret(em, 'reset_password', account.email, hashToken(link.token)),
  )
  if (tried.result === 'wrong') return refused(resetPage, 'INVALID_PASSWORD_TOKEN')
  if (tried.result !== 'right') return refused(resetPage, 'EXPIRED_PASSWORD_TOKEN')
  // The link goes back with the refusal, so that the form can be sent again.
  const again = (name: AuthErrorName) =>
    refused(`${resetPage}?${new URLSearchParams({ ...link })}`, name, { email: account.email })
  if (!account.is_active) return refused(resetPage, 'USER_ACCOUNT_DEACTIVATED')
  if (password === '') return again('INVALID_PASSWORD')
  if (!(await isStrongPassword(password, [account.email, account.first_name, account.last_name])))
    return again('PASSWORD_TOO_WEAK')
  const password_hash = await hashPassword(password)
  const changed = await ctx.writing(async (em) => {
    const user = await holdAccount(em, account.id, account.password_hash)
    if (user === null || !(await spendSecret(em, tried.id))) return false
    if (!user.is_email_verified) await shutOutMaker(ctx, em, user)
    Object.assign(user, { password_hash, is_password_autoset: false, is_email_verified: true })
    await endAllSessions(ctx, em, user.id)
    await em.flush()
    // Whoever guesses at the account meanwhile does not keep its owner from entering the new password.
    rememberDevice(ctx, user)
    return true
  })
  return changed ? new Redirect('/sign-in?success=True') : refused(resetPage, 'EXPIRED_PASSWORD_TOKEN')
}

async function accountOf(ctx: Context, { uidb64 }: Link) {
  const id = Buffer.from(uidb64, 'base64url').toString()
  if (!isId(id)) return null
  const row = await query(ctx.em).selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : ((await findAccount(ctx.em, row.email)) ?? null)
}
