import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import { safeNextPath } from '#common/identity/sign-in/next-path.ts'
import type { PasswordForm } from '#common/identity/sign-in/schema.ts'
import { isEmail, normalEmail } from '#common/platform/text.ts'
import { createFairQueue } from '../../platform/concurrency/fair-queue.ts'
import { type Context, Redirect } from '../../platform/context/context.ts'
import type { RateLimits } from '../../platform/context/ports.ts'
import { audit } from '../../platform/feed/deed.ts'
import { UserEntity } from '../users/entity.ts'
import { createAccount, findAccount } from './accounts.ts'
import { knownDevice, showsDevice } from './devices.ts'
import { enter, entered } from './enter.ts'
import type { Medium } from './entity.ts'
import { isWayOpen, signUpProblem } from './open-ways.ts'
import { hashPassword, isStrongPassword, passwordMatches } from './passwords.ts'
import { refused } from './redirects.ts'
import { endSession, holdAccount } from './sessions.ts'

export const signInPage = '/'
export const signUpPage = '/sign-up'

/** Guesses by the hundred make each other wait before they are looked at, those at one account above all; whoever works does not. */
const entrance = createFairQueue({ atOnce: 4, atOncePerPerson: 2 })

export function signIn(ctx: Context, form: PasswordForm): Promise<Redirect> {
  const email = normalEmail(form.email)
  return entrance.pass(email, () => signInAs(ctx, email, form))
}

async function signInAs(
  ctx: Context,
  email: string,
  { password, next_path }: PasswordForm,
): Promise<Redirect> {
  const refuse = (name: AuthErrorName) => refused(signInPage, name, { email, next_path })
  if (!isWayOpen(ctx, 'password')) return refuse('PASSWORD_LOGIN_DISABLED')
  if (email === '' || password === '') return refuse('REQUIRED_EMAIL_PASSWORD_SIGN_IN')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_SIGN_IN')
  // Strangers who guess by the hundred are refused before anything is read for them.
  if (!showsDevice(ctx)) await ctx.limits.take('account', email)
  const account = await findAccount(ctx.em, email)
  const device = account === undefined ? null : knownDevice(ctx, account)
  const guesser: Parameters<RateLimits['take']> = device === null ? ['account', email] : ['device', device]
  if (showsDevice(ctx)) await ctx.limits.take(...guesser)
  const matches = await passwordMatches(account?.password_hash ?? null, password)
  if (account === undefined) return refuse('AUTHENTICATION_FAILED_SIGN_IN')
  if (!matches) {
    await noteFailure(ctx, account.id, 'email')
    return refuse('AUTHENTICATION_FAILED_SIGN_IN')
  }
  if (!account.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  await ctx.limits.giveBack(...guesser)
  const way = await ctx.writing(async (em) => {
    const user = await holdAccount(em, account.id, account.password_hash)
    return user === null ? null : enter(ctx, em, user, 'email')
  })
  return way === null ? refuse('AUTHENTICATION_FAILED_SIGN_IN') : entered(ctx, way, next_path)
}

export async function signUp(
  ctx: Context,
  { email: typed, password, next_path }: PasswordForm,
): Promise<Redirect> {
  const email = normalEmail(typed)
  const refuse = (name: AuthErrorName) => refused(signUpPage, name, { email, next_path })
  if (!isWayOpen(ctx, 'password')) return refuse('EMAIL_PASSWORD_AUTHENTICATION_DISABLED')
  if (email === '' || password === '') return refuse('REQUIRED_EMAIL_PASSWORD_SIGN_UP')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_SIGN_UP')
  if ((await findAccount(ctx.em, email)) !== undefined) return refuse('USER_ALREADY_EXIST')
  const closed = await signUpProblem(ctx, email)
  if (closed !== null) return refuse(closed)
  if (!(await isStrongPassword(password, [email]))) return refuse('PASSWORD_TOO_WEAK')
  const password_hash = await hashPassword(password)
  const way = await onlyOnce(() =>
    ctx.writing(async (em) => {
      const user = await createAccount(em, { email, password_hash, is_email_verified: false })
      return enter(ctx, em, user, 'email')
    }),
  )
  return way === null ? refuse('USER_ALREADY_EXIST') : entered(ctx, way, next_path)
}

/**
 * A guess at somebody's account. As many are recorded as are let through, a few of each account in ten minutes; of addresses without an
 * account none are, since anybody can make up as many as they like.
 */
export async function noteFailure(ctx: Context, userId: string, medium: Medium): Promise<void> {
  await ctx.writing(async (em) =>
    audit(em, {
      action: 'session.failed',
      actor_id: null,
      target: { kind: 'user', id: userId },
      facts: { medium },
    }),
  )
}

/** Null where somebody else made an account of the same address at the same instant. */
export async function onlyOnce<T>(create: () => Promise<T>): Promise<T | null> {
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
    audit(em, { action: 'session.left', target: { kind: 'user', id: user.id } })
  }
  http.clearSession()
  const next = safeNextPath(next_path)
  return new Redirect(
    next === null ? signInPage : `${signInPage}?${new URLSearchParams({ next_path: next })}`,
  )
}
