import { createHmac, randomBytes } from 'node:crypto'
import { type AuthErrorName, authError } from '#common/identity/sign-in/errors.ts'
import { isMagicCode } from '#common/identity/sign-in/rules.ts'
import type { EmailCodeForm } from '#common/identity/sign-in/schema.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context, Redirect } from '../../platform/context/context.ts'
import { requestLanguage } from '../../platform/http/request-language.ts'
import { createAccount, findAccount } from './accounts.ts'
import { completeSignIn, redirectAfterSignIn } from './complete-sign-in.ts'
import { assertSignUpAllowed, isSignInMethodEnabled, signUpProblem } from './enabled-methods.ts'
import {
  compareSecret,
  consumeSecret,
  findSecret,
  type SecretAttemptResult,
  storeSecret,
  verifySecret,
} from './mailed-secrets.ts'
import { mailSignInCode } from './mails.ts'
import { canReactivateAccount, lockAccountForReactivation } from './reactivate.ts'
import { redirectWithError } from './redirects.ts'
import { revokeUnprovenAccess } from './revoke-unproven-access.ts'
import { lockAccount } from './sessions.ts'
import { createUnlessDuplicate, recordFailedSignIn, signInPage, signUpPage } from './sign-in.ts'
import { signValue, verifySignedValue } from './signed-values.ts'

/**
 * Sends a sign-in code by email. While sign-up is open, the response does not reveal whether an account exists. An
 * account that an admin deactivated gets no email.
 */
export async function generateMagicCode(ctx: Context, typed: string): Promise<{ key: string }> {
  const email = normalizeEmail(typed)
  if (email === '') throw authError('EMAIL_REQUIRED')
  if (!isEmail(email)) throw authError('INVALID_EMAIL')
  if (!isSignInMethodEnabled(ctx, 'code')) throw authError('MAGIC_LINK_LOGIN_DISABLED')
  await ctx.limits.take('mail', `code:${email}`)
  const account = await findAccount(ctx.em, email)
  if (account === undefined) await assertSignUpAllowed(ctx, email)
  const hashOf = (id: string) => hashCode(ctx.config, email, codeOf(ctx.config, id))
  const id = await storeSecret(ctx.em, 'magic_code', email, hashOf)
  if (id === null) {
    throw authError(account ? 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN' : 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP')
  }
  rememberRequester(ctx, id)
  const code = codeOf(ctx.config, id)
  if (account === undefined || account.is_active || canReactivateAccount(account))
    await mailSignInCode(ctx, email, code)
  return { key: `magic_${email}` }
}

export async function magicSignIn(
  ctx: Context,
  { email: typed, code, next_path }: EmailCodeForm,
): Promise<Redirect> {
  const email = normalizeEmail(typed)
  const refuse = (name: AuthErrorName) => redirectWithError(signInPage, name, { email, next_path })
  if (!isSignInMethodEnabled(ctx, 'code')) return refuse('MAGIC_LINK_LOGIN_DISABLED')
  if (email === '' || code.trim() === '') return refuse('MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_MAGIC_SIGN_IN')
  const tried = await tryCode(ctx, email, code)
  const account = await findAccount(ctx.em, email)
  if (tried.result !== 'right') {
    if (tried.result === 'wrong' && account !== undefined)
      await recordFailedSignIn(ctx, account.id, 'magic-code')
    return refuse(signInErrors[tried.result])
  }
  if (account === undefined) return refuse('USER_DOES_NOT_EXIST')
  if (!account.is_active && !canReactivateAccount(account)) return refuse('USER_ACCOUNT_DEACTIVATED')
  const result = await ctx.writing(async (em) => {
    const user = account.is_active
      ? await lockAccount(em, account.id, account.password_hash)
      : await lockAccountForReactivation(em, account.id)
    if (user === null || !(await consumeSecret(em, tried.id))) return null
    if (!user.is_email_verified) {
      await revokeUnprovenAccess(ctx, em, user)
      user.password_hash = null
      user.is_password_autoset = true
      user.is_email_verified = true
    }
    return completeSignIn(ctx, em, user, 'magic-code')
  })
  return result === null ? refuse('EXPIRED_MAGIC_CODE_SIGN_IN') : redirectAfterSignIn(ctx, result, next_path)
}

export async function magicSignUp(
  ctx: Context,
  { email: typed, code, next_path }: EmailCodeForm,
): Promise<Redirect> {
  const email = normalizeEmail(typed)
  const refuse = (name: AuthErrorName) => redirectWithError(signUpPage, name, { email, next_path })
  if (!isSignInMethodEnabled(ctx, 'code')) return refuse('MAGIC_LINK_LOGIN_DISABLED')
  if (email === '' || code.trim() === '') return refuse('MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_MAGIC_SIGN_UP')
  const tried = await tryCode(ctx, email, code)
  if (tried.result !== 'right') return refuse(signUpErrors[tried.result])
  if ((await findAccount(ctx.em, email)) !== undefined) return refuse('USER_ALREADY_EXIST')
  const closed = await signUpProblem(ctx, email)
  if (closed !== null) return refuse(closed)
  const result = await createUnlessDuplicate(() =>
    ctx.writing(async (em) => {
      if (!(await consumeSecret(em, tried.id))) return null
      const user = await createAccount(em, {
        email,
        password_hash: null,
        is_email_verified: true,
        language: requestLanguage(ctx),
      })
      return completeSignIn(ctx, em, user, 'magic-code')
    }),
  )
  return result === null ? refuse('USER_ALREADY_EXIST') : redirectAfterSignIn(ctx, result, next_path)
}

/**
 * Checks an emailed code. The attempts of the browser that requested the code are counted separately. All other
 * browsers share one limit of attempts, so that strangers cannot lock the user out.
 */
async function tryCode(ctx: Context, email: string, typed: string): Promise<SecretAttemptResult> {
  const code = typed.replace(/\s/g, '')
  if (!isMagicCode(code)) return { result: 'wrong' }
  const hash = hashCode(ctx.config, email, code)
  const stored = await findSecret(ctx.em, 'magic_code', email)
  const asker = stored === undefined ? null : knownRequester(ctx, stored.id)
  if (stored === undefined || asker === null)
    return ctx.writing((em) => verifySecret(em, 'magic_code', email, hash))
  const hasTriesLeft = await ctx.limits.tryTake('code', `${stored.id}:${asker}`)
  return hasTriesLeft ? compareSecret(stored, hash) : { result: 'exhausted' }
}

const requesterCookie = 'code-asker'

function rememberRequester(ctx: Context, id: string): void {
  const asker = knownRequester(ctx, id) ?? randomBytes(16).toString('hex')
  const expires = new Date(Date.now() + requesterSeconds * 1000)
  ctx.http.setCookie(requesterCookie, signValue(ctx.config, requesterOf(id), asker), expires)
}

/** Seconds for which the requesting browser is recognized. This is longer than the lifetime of any code. */
const requesterSeconds = 3600

function knownRequester(ctx: Context, id: string): string | null {
  return verifySignedValue(ctx.config, requesterOf(id), ctx.http.cookie(requesterCookie))
}

function requesterOf(id: string): string {
  return `code-asker:${id}`
}

/**
 * Derives the code from its id and the secret key, so that the same code can be emailed again. The database
 * contains neither the code nor the key.
 */
function codeOf(config: Config, id: string): string {
  const digest = createHmac('sha256', config.secret).update(`magic-code-of:${id}`).digest()
  return String(100_000 + (digest.readUIntBE(0, 6) % 900_000))
}

/**
 * Hashes a code with the secret key. A six-digit code could be found within a second from a hash without a key.
 */
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
