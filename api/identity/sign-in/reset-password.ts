import { randomBytes } from 'node:crypto'
import { type AuthErrorName, authError } from '#common/identity/sign-in/errors.ts'
import { isId } from '#common/platform/ids.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { type Context, Redirect } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { hashToken } from '../../platform/http/session.ts'
import { findAccount } from './accounts.ts'
import { rememberDevice } from './devices.ts'
import { isSignInMethodEnabled } from './enabled-methods.ts'
import { consumeSecret, storeSecret, verifySecret } from './mailed-secrets.ts'
import { mailPasswordResetLink } from './mails.ts'
import { hashPassword, isStrongPassword } from './passwords.ts'
import { redirectWithError } from './redirects.ts'
import { revokeUnprovenAccess } from './revoke-unproven-access.ts'
import { endAllSessions, lockAccount } from './sessions.ts'

const resetPage = '/accounts/reset-password/'

/** Emails a password link. The response does not reveal whether the account exists. */
export async function forgotPassword(ctx: Context, typed: string): Promise<{ message: string }> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) throw authError('INVALID_EMAIL')
  if (!isSignInMethodEnabled(ctx, 'password')) throw authError('PASSWORD_LOGIN_DISABLED')
  await ctx.limits.take('mail', `link:${email}`)
  const account = await findAccount(ctx.em, email)
  const token = randomBytes(32).toString('hex')
  if (account?.is_active && (await storeSecret(ctx.em, 'reset_password', email, () => hashToken(token)))) {
    await mailPasswordResetLink(ctx, email, passwordResetPath(account.id, email, token))
  }
  return { message: 'Check your email to reset your password' }
}

/**
 * Returns the path of the page that sets a new password. The path contains the token, of which the database
 * has only the hash.
 */
export function passwordResetPath(id: string, email: string, token: string): string {
  return `${resetPage}?${new URLSearchParams({ uidb64: Buffer.from(id).toString('base64url'), token, email })}`
}

interface Link {
  uidb64: string
  token: string
}

/**
 * Sets the password and marks the email address as verified, because the link was sent to this address. All sessions
 * end, and the user has to sign in again.
 */
export async function resetPassword(ctx: Context, link: Link, password: string): Promise<Redirect> {
  const account = await accountOf(ctx, link)
  if (account === null) return redirectWithError(resetPage, 'INVALID_PASSWORD_TOKEN')
  const tried = await ctx.writing((em) =>
    verifySecret(em, 'reset_password', account.email, hashToken(link.token)),
  )
  if (tried.result === 'wrong') return redirectWithError(resetPage, 'INVALID_PASSWORD_TOKEN')
  if (tried.result !== 'right') return redirectWithError(resetPage, 'EXPIRED_PASSWORD_TOKEN')
  // Redirects back to the form. The address contains the token again, so that the user can submit the form
  // again.
  const refuseWithLink = (name: AuthErrorName) =>
    redirectWithError(`${resetPage}?${new URLSearchParams({ ...link })}`, name, { email: account.email })
  if (!account.is_active) return redirectWithError(resetPage, 'USER_ACCOUNT_DEACTIVATED')
  if (password === '') return refuseWithLink('INVALID_PASSWORD')
  if (!(await isStrongPassword(password, [account.email, account.first_name, account.last_name])))
    return refuseWithLink('PASSWORD_TOO_WEAK')
  const password_hash = await hashPassword(password)
  const changed = await ctx.writing(async (em) => {
    const user = await lockAccount(em, account.id, account.password_hash)
    if (user === null || !(await consumeSecret(em, tried.id))) return false
    if (!user.is_email_verified) await revokeUnprovenAccess(ctx, em, user)
    Object.assign(user, { password_hash, is_password_autoset: false, is_email_verified: true })
    await endAllSessions(ctx, em, user.id)
    await em.flush()
    // Remember this browser, so that strangers who guess passwords cannot block the sign-in with the new
    // password.
    rememberDevice(ctx, user)
    return true
  })
  return changed
    ? new Redirect('/sign-in?success=True')
    : redirectWithError(resetPage, 'EXPIRED_PASSWORD_TOKEN')
}

async function accountOf(ctx: Context, { uidb64 }: Link) {
  const id = Buffer.from(uidb64, 'base64url').toString()
  if (!isId(id)) return null
  const row = await query(ctx.em).selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : ((await findAccount(ctx.em, row.email)) ?? null)
}
