import { createHmac } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import { requiredProofForEmailChange } from '#common/identity/sign-in/two-factor/rules.ts'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { findAccount } from '../../identity/sign-in/accounts.ts'
import {
  consumeSecret,
  type SecretAttemptResult,
  storeSecret,
  verifySecret,
} from '../../identity/sign-in/mailed-secrets.ts'
import { createSession, endAllSessions, lockAccount } from '../../identity/sign-in/sessions.ts'
import { proveIdentity } from '../../identity/sign-in/two-factor/prove-identity.ts'
import type { Config } from '../../platform/config/config.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { mailEmailChangeCode, mailEmailChanged } from './mails.ts'
import { removeMailedSecrets } from './remove-pending-access.ts'

/**
 * Sends a code to the new address. The owner of the new address can later sign in to the account, so changing
 * the address requires a proof of identity besides the session.
 */
export async function generateEmailCode(
  ctx: UserContext,
  { email: typed, ...proof }: IdentityProofBody & { email: string },
): Promise<{ message: string }> {
  const email = await requireFreeAddress(ctx, typed)
  await ctx.limits.take('mail', `change:${ctx.user.id}`)
  await proveIdentity(ctx, proof, requiredProofForEmailChange)
  const subject = subjectOf(ctx, email)
  await ctx.writing(async (em) => {
    const id = await storeSecret(em, 'change_email', subject, (secretId) =>
      hashOf(ctx.config, subject, codeOf(ctx.config, secretId)),
    )
    if (id === null) throw new AppError('rate_limited', 'Too many codes were sent. Try again in ten minutes.')
    await mailEmailChangeCode({ ...ctx, em }, email, codeOf(ctx.config, id), ctx.user.language)
  })
  return { message: 'Verification code sent to email' }
}

interface Change {
  email: string
  code: string
}

/**
 * Changes the email address. All sessions end, this browser gets a new session, and the old and the new
 * address are notified by email.
 */
export async function changeEmail(ctx: UserContext, { email: typed, code }: Change) {
  const email = await requireFreeAddress(ctx, typed)
  if (code.trim() === '') throw invalid('code', 'Verification code is required')
  const subject = subjectOf(ctx, email)
  const hash = hashOf(ctx.config, subject, code.replace(/\s/g, ''))
  const tried = await ctx.writing((em) => verifySecret(em, 'change_email', subject, hash))
  if (tried.result !== 'right') throw invalid('code', problems[tried.result])
  const account = await findAccount(ctx.em, ctx.user.email)
  const changed = await ctx
    .writing(async (em) => {
      const user = account && (await lockAccount(em, account.id, account.password_hash))
      if (!user || !(await consumeSecret(em, tried.id))) return false
      Object.assign(user, { email, is_email_verified: true })
      await em.flush()
      await endAllSessions(ctx, em, user.id)
      // Delete the codes that were sent to the old address. Another person may own this mailbox later, and the codes
      // in it must not give access to this account.
      await removeMailedSecrets(em, user.id, [ctx.user.email, email])
      createSession(ctx, em, user)
      await em.flush()
      await mailEmailChanged(
        { ...ctx, em },
        {
          before: ctx.user.email,
          now: email,
          language: ctx.user.language,
        },
      )
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof UniqueConstraintViolationException) throw addressTaken()
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
} as const satisfies Record<Exclude<SecretAttemptResult['result'], 'right'>, string>

async function requireFreeAddress(ctx: UserContext, typed: string): Promise<string> {
  const email = normalizeEmail(typed)
  if (email === '') throw invalid('email', 'Email is required')
  if (!isEmail(email)) throw invalid('email', 'Invalid email format')
  if (email === ctx.user.email) throw invalid('email', 'New email must be different from current email')
  if ((await findAccount(ctx.em, email)) !== undefined) throw addressTaken()
  return email
}

function addressTaken(): AppError {
  return invalid('email', 'An account with this email already exists')
}

function subjectOf(ctx: UserContext, email: string): string {
  return `${ctx.user.id}:${email}`
}

/**
 * Derives the code from its id and the secret key, so that the same code can be emailed again. The database
 * contains neither the code nor the key.
 */
function codeOf({ secret }: Config, id: string): string {
  const digest = createHmac('sha256', secret).update(`email-code-of:${id}`).digest()
  return String(100_000 + (digest.readUIntBE(0, 6) % 900_000))
}

function hashOf({ secret }: Config, subject: string, code: string): string {
  return createHmac('sha256', secret).update(`email-code:${subject}:${code}`).digest('hex')
}
