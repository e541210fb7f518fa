import { createHmac, randomBytes } from 'node:crypto'
import { type AuthErrorName, authError } from '#common/identity/sign-in/errors.ts'
import { isMagicCode } from '#common/identity/sign-in/rules.ts'
import type { CodeForm } from '#common/identity/sign-in/schema.ts'
import { isEmail, normalEmail } from '#common/platform/text.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context, Redirect } from '../../platform/context/context.ts'
import { createAccount, findAccount } from './accounts.ts'
import { holdReturning, mayComeBack } from './come-back.ts'
import { enter, entered } from './enter.ts'
import { shutOutMaker } from './first-proof.ts'
import {
  compareSecret,
  findSecret,
  keepSecret,
  spendSecret,
  type Tried,
  trySecret,
} from './mailed-secrets.ts'
import { mailCode } from './mails.ts'
import { isWayOpen, refuseSignUp, signUpProblem } from './open-ways.ts'
import { refused } from './redirects.ts'
import { holdAccount } from './sessions.ts'
import { noteFailure, onlyOnce, signInPage, signUpPage } from './sign-in.ts'
import { signed, unsigned } from './signed.ts'

/** Answers the same whether or not there is an account, as long as anybody may make one; one that others deactivated gets no mail. */
export async function generateMagicCode(ctx: Context, typed: string): Promise<{ key: string }> {
  const email = normalEmail(typed)
  if (email === '') throw authError('EMAIL_REQUIRED')
  if (!isEmail(email)) throw authError('INVALID_EMAIL')
  if (!isWayOpen(ctx, 'code')) throw authError('MAGIC_LINK_LOGIN_DISABLED')
  await ctx.limits.take('mail', `code:${email}`)
  const account = await findAccount(ctx.em, email)
  if (account === undefined) await refuseSignUp(ctx, email)
  const hashOf = (id: string) => hashCode(ctx.config, email, codeOf(ctx.config, id))
  const id = await keepSecret(ctx.em, 'magic_code', email, hashOf)
  if (id === null) {
    throw authError(account ? 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN' : 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP')
  }
  rememberAsker(ctx, id)
  const code = codeOf(ctx.config, id)
  if (account === undefined || account.is_active || mayComeBack(account)) await mailCode(ctx, email, code)
  return { key: `magic_${email}` }
}

export async function magicSignIn(
  ctx: Context,
  { email: typed, code, next_path }: CodeForm,
): Promise<Redirect> {
  const email = normalEmail(typed)
  const refuse = (name: AuthErrorName) => refused(signInPage, name, { email, next_path })
  if (!isWayOpen(ctx, 'code')) return refuse('MAGIC_LINK_LOGIN_DISABLED')
  if (email === '' || code.trim() === '') return refuse('MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_MAGIC_SIGN_IN')
  const tried = await tryCode(ctx, email, code)
  const account = await findAccount(ctx.em, email)
  if (tried.result !== 'right') {
    if (tried.result === 'wrong' && account !== undefined) await noteFailure(ctx, account.id, 'magic-code')
    return refuse(signInErrors[tried.result])
  }
  if (account === undefined) return refuse('USER_DOES_NOT_EXIST')
  if (!account.is_active && !mayComeBack(account)) return refuse('USER_ACCOUNT_DEACTIVATED')
  const way = await ctx.writing(async (em) => {
    const user = account.is_active
      ? await holdAccount(em, account.id, account.password_hash)
      : await holdReturning(em, account.id)
    if (user === null || !(await spendSecret(em, tried.id))) return null
    if (!user.is_email_verified) {
      await shutOutMaker(ctx, em, user)
      user.password_hash = null
      user.is_password_autoset = true
      user.is_email_verified = true
    }
    return enter(ctx, em, user, 'magic-code')
  })
  return way === null ? refuse('EXPIRED_MAGIC_CODE_SIGN_IN') : entered(ctx, way, next_path)
}

export async function magicSignUp(
  ctx: Context,
  { email: typed, code, next_path }: CodeForm,
): Promise<Redirect> {
  const email = normalEmail(typed)
  const refuse = (name: AuthErrorName) => refused(signUpPage, name, { email, next_path })
  if (!isWayOpen(ctx, 'code')) return refuse('MAGIC_LINK_LOGIN_DISABLED')
  if (email === '' || code.trim() === '') return refuse('MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED')
  if (!isEmail(email)) return refuse('INVALID_EMAIL_MAGIC_SIGN_UP')
  const tried = await tryCode(ctx, email, code)
  if (tried.result !== 'right') return refuse(signUpErrors[tried.result])
  if ((await findAccount(ctx.em, email)) !== undefined) return refuse('USER_ALREADY_EXIST')
  const closed = await signUpProblem(ctx, email)
  if (closed !== null) return refuse(closed)
  const way = await onlyOnce(() =>
    ctx.writing(async (em) => {
      if (!(await spendSecret(em, tried.id))) return null
      const user = await createAccount(em, { email, password_hash: null, is_email_verified: true })
      return enter(ctx, em, user, 'magic-code')
    }),
  )
  return way === null ? refuse('USER_ALREADY_EXIST') : entered(ctx, way, next_path)
}

/**
 * The browser that asked for the code has tries of its own. All others share those of the code, so strangers may use these up and
 * its owner still gets in.
 */
async function tryCode(ctx: Context, email: string, typed: string): Promise<Tried> {
  const code = typed.replace(/\s/g, '')
  if (!isMagicCode(code)) return { result: 'wrong' }
  const hash = hashCode(ctx.config, email, code)
  const kept = await findSecret(ctx.em, 'magic_code', email)
  const asker = kept === undefined ? null : knownAsker(ctx, kept.id)
  if (kept === undefined || asker === null)
    return ctx.writing((em) => trySecret(em, 'magic_code', email, hash))
  const hasTriesLeft = await ctx.limits.tryTake('code', `${kept.id}:${asker}`)
  return hasTriesLeft ? compareSecret(kept, hash) : { result: 'exhausted' }
}

const askerCookie = 'code-asker'

function rememberAsker(ctx: Context, id: string): void {
  const asker = knownAsker(ctx, id) ?? randomBytes(16).toString('hex')
  const expires = new Date(Date.now() + askerSeconds * 1000)
  ctx.http.setCookie(askerCookie, signed(ctx.config, askerOf(id), asker), expires)
}

/** Longer than any code lives. */
const askerSeconds = 3600

function knownAsker(ctx: Context, id: string): string | null {
  return unsigned(ctx.config, askerOf(id), ctx.http.cookie(askerCookie))
}

function askerOf(id: string): string {
  return `code-asker:${id}`
}

/** Made of the id, so that the same code can be mailed again; with a key that the database does not hold. */
function codeOf(config: Config, id: string): string {
  const digest = createHmac('sha256', config.secret).update(`magic-code-of:${id}`).digest()
  return String(100_000 + (digest.readUIntBE(0, 6) % 900_000))
}

/** With the same key: a million codes would be tried in a second. */
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
