import { createHmac } from 'node:crypto'
import { authError } from '#common/identity/sign-in/errors.ts'
import {
  type IdentityProof,
  recentSignInMinutes,
  requiredIdentityProof,
} from '#common/identity/sign-in/two-factor/rules.ts'
import type { IdentityProofBody } from '#common/identity/sign-in/two-factor/schema.ts'
import { AppError } from '#common/platform/errors.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { hashToken } from '../../../platform/http/session.ts'
import { isMailServerConfigured } from '../../../platform/mail/server.ts'
import { type User, UserEntity } from '../../users/entity.ts'
import { SessionEntity } from '../entity.ts'
import { consumeSecret, storeSecret, verifySecret } from '../mailed-secrets.ts'
import { passwordMatches } from '../passwords.ts'
import { consumeFactorCode } from './factors.ts'
import { mailIdentityProofCode } from './mails.ts'
import { verifyAuthentication } from './passkeys.ts'

export async function generateProofCode(ctx: UserContext): Promise<{ message: string }> {
  await ctx.limits.take('mail', `prove:${ctx.user.id}`)
  const subject = subjectOf(ctx)
  const id = await storeSecret(ctx.em, 'prove_identity', subject, (secretId) =>
    hashOf(ctx.config, subject, codeOf(ctx.config, secretId)),
  )
  if (id === null) throw new AppError('rate_limited', 'Too many codes were sent. Try again in ten minutes.')
  await mailIdentityProofCode(ctx, ctx.user.email, codeOf(ctx.config, id))
  return { message: 'Verification code sent to email' }
}

/**
 * Verifies the user before a change of sign-in settings, because a session alone is no proof: it may be stolen, or
 * the user may have left the device unlocked. Attempts are counted for each session, so strangers cannot block the
 * user.
 */
export async function proveIdentity(
  ctx: UserContext,
  proof: IdentityProofBody,
  needed = requiredIdentityProof,
): Promise<void> {
  const user = await ctx.em.findOneOrFail(UserEntity, { id: ctx.user.id })
  const required = getRequiredIdentityProof(ctx, user, needed)
  // Accept an emailed code even when no email can be sent, because an admin can read the code in the outbox
  // and pass it on.
  const isBetter = required === 'password' && !user.is_email_verified && proof.mailed_code.trim() !== ''
  await provers[isBetter ? 'mailed_code' : required](ctx, user, proof)
}

/**
 * Returns the proof of identity that the user must give. Users who have a password are not asked for an
 * emailed code when no email can be sent.
 */
export function getRequiredIdentityProof(
  { config, settings }: UserContext,
  user: User,
  needed: typeof requiredIdentityProof,
): IdentityProof {
  const is_email_verified = user.is_email_verified || !isMailServerConfigured(config, settings.get)
  return needed({ ...user, is_email_verified })
}

/**
 * Like `proveIdentity`, but for steps right after the first sign-in: it requires a proof only when the
 * sign-in is older than `recentSignInMinutes`.
 */
export async function proveIdentityUnlessRecent(
  ctx: UserContext,
  proof: Omit<IdentityProofBody, 'password'>,
): Promise<void> {
  const session = await ctx.em.findOne(SessionEntity, { token_hash: sessionOf(ctx) })
  const since = Date.now() - recentSignInMinutes * 60_000
  if (session === null || session.created_at.getTime() < since)
    await proveIdentity(ctx, { ...proof, password: '' })
}

const provers = { factor: byFactor, password: byPassword, mailed_code: byMailedCode } as const

async function byFactor(ctx: UserContext, user: User, { code, passkey }: IdentityProofBody): Promise<void> {
  if (passkey !== undefined) {
    const passkeyRequest = { purpose: 'prove', subject: user.id } as const
    const signed = await verifyAuthentication(ctx.config, ctx.em, passkeyRequest, passkey, false)
    if (signed?.user_id !== user.id) throw authError('PASSKEY_NOT_ACCEPTED')
    return
  }
  if (code.trim() === '') throw authError('SECOND_FACTOR_CODE_REQUIRED')
  const session = sessionOf(ctx)
  await ctx.limits.take('factor', session)
  if (!(await ctx.writing((em) => consumeFactorCode(ctx, em, user, code))))
    throw authError('INVALID_SECOND_FACTOR')
  await ctx.limits.giveBack('factor', session)
}

async function byPassword(ctx: UserContext, user: User, { password }: IdentityProofBody): Promise<void> {
  if (password === '') throw authError('MISSING_PASSWORD')
  const session = sessionOf(ctx)
  await ctx.limits.take('device', session)
  if (!(await passwordMatches(user.password_hash, password))) throw authError('INCORRECT_OLD_PASSWORD')
  await ctx.limits.giveBack('device', session)
}

/** Checks an emailed code. A correct code also verifies the email address. */
async function byMailedCode(ctx: UserContext, user: User, { mailed_code }: IdentityProofBody): Promise<void> {
  if (mailed_code.trim() === '') throw authError('MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED')
  const subject = subjectOf(ctx)
  const hash = hashOf(ctx.config, subject, mailed_code.replace(/\s/g, ''))
  const tried = await ctx.writing((em) => verifySecret(em, 'prove_identity', subject, hash))
  if (tried.result !== 'right') throw authError(problems[tried.result])
  const spent = await ctx.writing(async (em) => {
    if (!(await consumeSecret(em, tried.id))) return false
    const own = await em.findOneOrFail(UserEntity, { id: user.id })
    own.is_email_verified = true
    await em.flush()
    return true
  })
  if (!spent) throw authError(problems.over)
}

const problems = {
  wrong: 'INVALID_MAGIC_CODE_SIGN_IN',
  over: 'EXPIRED_MAGIC_CODE_SIGN_IN',
  exhausted: 'EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN',
} as const

function sessionOf(ctx: UserContext): string {
  return hashToken(ctx.http.session_token ?? '')
}

/**
 * Returns the user id and email address that a code is bound to, so that a code for a previous address is not
 * accepted.
 */
function subjectOf({ user }: UserContext): string {
  return `${user.id}:${user.email}`
}

/**
 * Derives the code from its id and the secret key, so that the same code can be emailed again. The database
 * contains neither the code nor the key.
 */
function codeOf({ secret }: Config, id: string): string {
  const digest = createHmac('sha256', secret).update(`proof-code-of:${id}`).digest()
  return String(100_000 + (digest.readUIntBE(0, 6) % 900_000))
}

function hashOf({ secret }: Config, subject: string, code: string): string {
  return createHmac('sha256', secret).update(`proof-code:${subject}:${code}`).digest('hex')
}
