import { createHmac } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import { proofToMove } from '#common/identity/sign-in/second-factor/rules.ts'
import type { ProofBody } from '#common/identity/sign-in/second-factor/schema.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { isEmail, normalEmail } from '#common/platform/text.ts'
import { findAccount } from '../../identity/sign-in/accounts.ts'
import { keepSecret, spendSecret, type Tried, trySecret } from '../../identity/sign-in/mailed-secrets.ts'
import { proveIdentity } from '../../identity/sign-in/second-factor/prove.ts'
import { endAllSessions, giveSession, holdAccount } from '../../identity/sign-in/sessions.ts'
import type { Config } from '../../platform/config/config.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { mailEmailChanged, mailEmailCode } from './mails.ts'
import { removeMailed } from './what-waits.ts'

/**
 * The code goes to the new address, which it proves to be one's own. Whoever has the address signs in by it from then on, so a session that was
 * left open does not do to be sent one.
 */
export async function generateEmailCode(
  ctx: UserContext,
  { email: typed, ...proof }: ProofBody & { email: string },
): Promise<{ message: string }> {
  const email = await freeAddress(ctx, typed)
  await ctx.limits.take('mail', `change:${ctx.user.id}`)
  await proveIdentity(ctx, proof, proofToMove)
  const subject = subjectOf(ctx, email)
  await ctx.writing(async (em) => {
    const id = await keepSecret(em, 'change_email', subject, (made) =>
      hashOf(ctx.config, subject, codeOf(ctx.config, made)),
    )
    if (id === null) throw new AppError('rate_limited', 'Too many codes were sent. Try again in ten minutes.')
    await mailEmailCode({ ...ctx, em }, email, codeOf(ctx.config, id))
  })
  return { message: 'Verification code sent to email' }
}

interface Change {
  email: string
  code: string
}

/** Every session ends, and this browser is given a new one. Both addresses are told. */
export async function changeEmail(ctx: UserContext, { email: typed, code }: Change) {
  const email = await freeAddress(ctx, typed)
  if (code.trim() === '') throw invalid('code', 'Verification code is required')
  const subject = subjectOf(ctx, email)
  const hash = hashOf(ctx.config, subject, code.replace(/\s/g, ''))
  const tried = await ctx.writing((em) => trySecret(em, 'change_email', subject, hash))
  if (tried.result !== 'right') throw invalid('code', problems[tried.result])
  const account = await findAccount(ctx.em, ctx.user.email)
  const changed = await ctx
    .writing(async (em) => {
      const user = account && (await holdAccount(em, account.id, account.password_hash))
      if (!user || !(await spendSecret(em, tried.id))) return false
      Object.assign(user, { email, is_email_verified: true })
      await em.flush()
      await endAllSessions(ctx, em, user.id)
      // Whoever has the old address next has an account of their own, which nothing opens that was mailed to this one.
      await removeMailed(em, user.id, [ctx.user.email, email])
      giveSession(ctx, em, user)
      await em.flush()
      await mailEmailChanged({ ...ctx, em }, { before: ctx.user.email, now: email })
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof UniqueConstraintViolationException) throw taken()
      throw error
    })
  if (!changed) throw invalid('code', problems.over)
  ctx.log.info({ user_id: ctx.user.id }, 'e-mail address changed')
  return { message: 'Email updated successfully', email }
}

const problems = {
  wrong: 'Invalid verification code',
  over: 'Verification code has expired or is invalid',
  exhausted: 'Verification code has expired or is invalid',
} as const satisfies Record<Exclude<Tried['result'], 'right'>, string>

async function freeAddress(ctx: UserContext, typed: string): Promise<string> {
  const email = normalEmail(typed)
  if (email === '') throw invalid('email', 'Email is required')
  if (!isEmail(email)) throw invalid('email', 'Invalid email format')
  if (email === ctx.user.email) throw invalid('email', 'New email must be different from current email')
  if ((await findAccount(ctx.em, email)) !== undefined) throw taken()
  return email
}

function taken(): AppError {
  return invalid('email', 'An account with this email already exists')
}

function subjectOf(ctx: UserContext, email: string): string {
  return `${ctx.user.id}:${email}`
}

/** Made of the id, so that the same code can be mailed again; with a key that the database does not hold. */
function codeOf({ secret }: Config, id: string): string {
  const digest = createHmac('sha256', secret).update(`email-code-of:${id}`).digest()
  return String(100_000 + (digest.readUIntBE(0, 6) % 900_000))
}

function hashOf({ secret }: Config, subject: string, code: string): string {
  return createHmac('sha256', secret).update(`email-code:${subject}:${code}`).digest('hex')
}
