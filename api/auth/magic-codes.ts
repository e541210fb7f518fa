import { createHmac, randomInt } from 'node:crypto'
import { type AuthErrorName, authError } from '#common/auth/errors.ts'
import { isMagicCode } from '#common/auth/rules.ts'
import type { CodeForm } from '#common/auth/schema.ts'
import { isEmail, normalEmail } from '#common/text.ts'
import type { Config } from '../config.ts'
import type { Context, Redirect } from '../context.ts'
import { createAccount, findAccount } from './accounts.ts'
import { keepSecret, spendSecret, type Tried, trySecret } from './mailed-secrets.ts'
import { mailCode } from './mails.ts'
import { refused, welcome } from './redirects.ts'
import { endAllSessions, holdAccount, startSession } from './sessions.ts'
import { onlyOnce, signInPage, signUpPage } from './sign-in.ts'

/** Answers the same whether or not there is an account; a deactivated one gets no mail. */
export async function generateMagicCode(ctx: Context, typed: string): Promise<{ key: string }> {
  const email = normalEmail(typed)
  if (email === '') throw authError('EMAIL_REQUIRED')
  if (!isEmail(email)) throw authError('INVALID_EMAIL')
  await ctx.limits.take('mail', email)
  const account = await findAccount(ctx.em, email)
  const code = String(randomInt(100_000, 1_000_000))
  if (!(await keepSecret(ctx.em, 'magic_code', email, hashCode(ctx.config, email, code)))) {
    throw authError(account ? 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN' : 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP')
  }
  if (account === undefined || account.is_active) ctx.afterCommit(() => mailCode(ctx, email, code))
  return { key: `magic_${email}` }
}

export async function magicSignIn(
  ctx: Context,
  { email: typed, code, next_path }: CodeForm,
): Promise<Redirect> {
  const email = normalEmail(typed)
  const refuse = (name: AuthErrorName) => refused(signInPage, name, { email, next_path })
  if (email === '' || code.trim() === '') return refuse('MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_MAGIC_SIGN_IN')
  const tried = await tryCode(ctx, email, code)
  if (tried.result !== 'right') return refuse(signInErrors[tried.result])
  const account = await findAccount(ctx.em, email)
  if (account === undefined) return refuse('USER_DOES_NOT_EXIST')
  if (!account.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  const entered = await ctx.writing(async (em) => {
    const user = await holdAccount(em, account.id, account.password_hash)
    if (user === null || !(await spendSecret(em, tried.id))) return false
    if (!user.is_email_verified) {
      // Until now anybody could have made this account in the name of the address. Whoever did has no way back in.
      await endAllSessions(ctx, em, user.id)
      user.password_hash = null
      user.is_password_autoset = true
      user.is_email_verified = true
    }
    await startSession(ctx, em, user, 'magic-code')
    return true
  })
  return entered ? welcome(ctx.em, account.id, next_path) : refuse('EXPIRED_MAGIC_CODE_SIGN_IN')
}

export async function magicSignUp(
  ctx: Context,
  { email: typed, code, next_path }: CodeForm,
): Promise<Redirect> {
  const email = normalEmail(typed)
  const refuse = (name: AuthErrorName) => refused(signUpPage, name, { email, next_path })
  if (email === '' || code.trim() === '') return refuse('MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_MAGIC_SIGN_UP')
  const tried = await tryCode(ctx, email, code)
  if (tried.result !== 'right') return refuse(signUpErrors[tried.result])
  if ((await findAccount(ctx.em, email)) !== undefined) return refuse('USER_ALREADY_EXIST')
  const created = await onlyOnce(() =>
    ctx.writing(async (em) => {
      if (!(await spendSecret(em, tried.id))) return null
      const user = await createAccount(em, { email, password_hash: null, is_email_verified: true })
      await startSession(ctx, em, user, 'magic-code')
      return user.id
    }),
  )
  return created === null ? refuse('USER_ALREADY_EXIST') : welcome(ctx.em, created, next_path)
}

async function tryCode(ctx: Context, email: string, typed: string): Promise<Tried> {
  await ctx.limits.take('account', email)
  const code = typed.replace(/\s/g, '')
  if (!isMagicCode(code)) return { result: 'wrong' }
  return ctx.writing((em) => trySecret(em, 'magic_code', email, hashCode(ctx.config, email, code)))
}

/** With a key that the database does not hold: a million codes would be tried in a second. */
function hashCode(config: Config, email: string, code: string): string {
  return createHmac('sha256', config.secret).update(`magic-code:${email}:${code}`).digest('hex')
}

const signInErrors = {
  wrong: 'INVALID_MAGIC_CODE_SIGN_IN',
  over: 'EXPIRED_MAGIC_CODE_SIGN_IN',
  exhausted: 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN',
} as const

const signUpErrors = {
  wrong: 'INVALID_MAGIC_CODE_SIGN_UP',
  over: 'EXPIRED_MAGIC_CODE_SIGN_UP',
  exhausted: 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP',
} as const
