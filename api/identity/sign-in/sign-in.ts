import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import { sanitizeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { PasswordForm } from '#common/identity/sign-in/schema.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { createFairQueue } from '../../platform/concurrency/fair-queue.ts'
import { type Context, Redirect } from '../../platform/context/context.ts'
import type { RateLimits } from '../../platform/context/ports.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { requestLanguage } from '../../platform/http/request-language.ts'
import { UserEntity } from '../users/entity.ts'
import { createAccount, findAccount } from './accounts.ts'
import { completeSignIn, redirectAfterSignIn } from './complete-sign-in.ts'
import { hasDeviceCookie, knownDeviceId } from './devices.ts'
import { isSignInMethodEnabled, signUpProblem } from './enabled-methods.ts'
import type { SignInMethod } from './entity.ts'
import { hashPassword, isStrongPassword, passwordMatches } from './passwords.ts'
import { redirectWithError } from './redirects.ts'
import { endSession, lockAccount } from './sessions.ts'

export const signInPage = '/'
export const signUpPage = '/sign-up'

/**
 * Queues sign-in attempts per account before anything is read from the database, so that mass guessing does
 * not slow down other requests.
 */
const attemptQueue = createFairQueue({ atOnce: 4, atOncePerPerson: 2 })

export function signIn(ctx: Context, form: PasswordForm): Promise<Redirect> {
  const email = normalizeEmail(form.email)
  return attemptQueue.pass(email, () => signInAs(ctx, email, form))
}

async function signInAs(
  ctx: Context,
  email: string,
  { password, next_path }: PasswordForm,
): Promise<Redirect> {
  const refuse = (name: AuthErrorName) => redirectWithError(signInPage, name, { email, next_path })
  if (!isSignInMethodEnabled(ctx, 'password')) return refuse('PASSWORD_LOGIN_DISABLED')
  if (email === '' || password === '') return refuse('REQUIRED_EMAIL_PASSWORD_SIGN_IN')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_SIGN_IN')
  // For unknown browsers, limit the attempts before anything is read from the database.
  if (!hasDeviceCookie(ctx)) await ctx.limits.take('account', email)
  const account = await findAccount(ctx.em, email)
  const device = account === undefined ? null : knownDeviceId(ctx, account)
  const guesser: Parameters<RateLimits['take']> = device === null ? ['account', email] : ['device', device]
  if (hasDeviceCookie(ctx)) await ctx.limits.take(...guesser)
  const matches = await passwordMatches(account?.password_hash ?? null, password)
  if (account === undefined) return refuse('AUTHENTICATION_FAILED_SIGN_IN')
  if (!matches) {
    await recordFailedSignIn(ctx, account.id, 'email')
    return refuse('AUTHENTICATION_FAILED_SIGN_IN')
  }
  if (!account.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  await ctx.limits.giveBack(...guesser)
  const result = await ctx.writing(async (em) => {
    const user = await lockAccount(em, account.id, account.password_hash)
    return user === null ? null : completeSignIn(ctx, em, user, 'email')
  })
  return result === null
    ? refuse('AUTHENTICATION_FAILED_SIGN_IN')
    : redirectAfterSignIn(ctx, result, next_path)
}

export async function signUp(
  ctx: Context,
  { email: typed, password, next_path }: PasswordForm,
  names: { first_name?: string; last_name?: string } = {},
): Promise<Redirect> {
  const email = normalizeEmail(typed)
  const refuse = (name: AuthErrorName) => redirectWithError(signUpPage, name, { email, next_path })
  if (!isSignInMethodEnabled(ctx, 'password')) return refuse('EMAIL_PASSWORD_AUTHENTICATION_DISABLED')
  if (email === '' || password === '') return refuse('REQUIRED_EMAIL_PASSWORD_SIGN_UP')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_SIGN_UP')
  if ((await findAccount(ctx.em, email)) !== undefined) return refuse('USER_ALREADY_EXIST')
  const closed = await signUpProblem(ctx, email)
  if (closed !== null) return refuse(closed)
  if (!(await isStrongPassword(password, [email]))) return refuse('PASSWORD_TOO_WEAK')
  const password_hash = await hashPassword(password)
  const result = await createUnlessDuplicate(() =>
    ctx.writing(async (em) => {
      const user = await createAccount(em, {
        email,
        password_hash,
        is_email_verified: false,
        language: requestLanguage(ctx),
        ...names,
      })
      return completeSignIn(ctx, em, user, 'email')
    }),
  )
  return result === null ? refuse('USER_ALREADY_EXIST') : redirectAfterSignIn(ctx, result, next_path)
}

/**
 * Records a failed sign-in in the audit log. Rate limits bound the number of records. Unknown addresses are
 * not recorded, because anybody can invent them.
 */
export async function recordFailedSignIn(ctx: Context, userId: string, medium: SignInMethod): Promise<void> {
  await ctx.writing(async (em) =>
    addAuditEntry(em, {
      action: 'session.failed',
      actor_id: null,
      target: { kind: 'user', id: userId },
      facts: { medium },
    }),
  )
}

/** Runs `create`. Returns null when a concurrent request created an account with the same address. */
export async function createUnlessDuplicate<T>(create: () => Promise<T>): Promise<T | null> {
  try {
    return await create()
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return null
    throw error
  }
}

export async function signOut(ctx: Context, next_path: string | undefined): Promise<Redirect> {
  const { em, http } = ctx
  await endSession(ctx, em)
  const user = ctx.user === null ? null : await em.findOne(UserEntity, { id: ctx.user.id })
  if (user !== null) {
    user.last_logout_time = new Date()
    user.last_logout_ip = http.address
    await em.flush()
    addAuditEntry(em, { action: 'session.left', target: { kind: 'user', id: user.id } })
  }
  http.clearSession()
  const next = sanitizeNextPath(next_path)
  return new Redirect(
    next === null ? signInPage : `${signInPage}?${new URLSearchParams({ next_path: next })}`,
  )
}
