import { type AuthErrorName, authError } from '#common/identity/sign-in/errors.ts'
import {
  type PasskeyForm,
  type SignInChallenge,
  signInChallenge,
  type TwoFactorForm,
} from '#common/identity/sign-in/schema.ts'
import { parsePasskeyAssertion } from '#common/identity/sign-in/two-factor/passkeys.ts'
import type { Context, Redirect } from '../../platform/context/context.ts'
import type { RateLimits } from '../../platform/context/ports.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type User, UserEntity } from '../users/entity.ts'
import {
  consumeSignInChallenge,
  countChallengeAttempt,
  findSignInChallenge,
  lockChallengedAccount,
  type PendingSignInChallenge,
} from './challenges.ts'
import { redirectAfterSignIn, startSession, twoFactorPage } from './complete-sign-in.ts'
import { knownDeviceId } from './devices.ts'
import { redirectWithError } from './redirects.ts'
import { recordFailedSignIn, signInPage } from './sign-in.ts'
import { consumeFactorCode, hasPasskey, hasTotp } from './two-factor/factors.ts'
import { mailTwoFactorAttemptsExhausted } from './two-factor/mails.ts'
import { createAuthenticationOptions, verifyAuthentication } from './two-factor/passkeys.ts'

/** Returns the two-factor challenge of this browser, or null when it has none. */
export async function getSignInChallenge(ctx: Context): Promise<SignInChallenge | null> {
  const challenge = await findSignInChallenge(ctx)
  const user = challenge && (await ctx.em.findOne(UserEntity, { id: challenge.user_id }))
  if (!user) return null
  return presentRow(signInChallenge, {
    email: user.email,
    has_totp: await hasTotp(ctx.em, user.id),
    has_passkey: await hasPasskey(ctx.em, user.id),
  })
}

export async function verifySecondFactorCode(
  ctx: Context,
  { code, next_path }: TwoFactorForm,
): Promise<Redirect> {
  const refuse = (name: AuthErrorName) => redirectWithError(twoFactorPage, name, { next_path })
  const challenge = await findSignInChallenge(ctx)
  if (challenge === null) return redirectWithError(signInPage, 'EXPIRED_SECOND_FACTOR', { next_path })
  if (code.trim() === '') return refuse('SECOND_FACTOR_CODE_REQUIRED')
  const answered = await checkAnswer(ctx, challenge, (em, user) => consumeFactorCode(ctx, em, user, code))
  return redirectAfterAnswer(ctx, challenge, answered, 'INVALID_SECOND_FACTOR', next_path)
}

export async function beginPasskeyVerification(ctx: Context): Promise<{ options: Record<string, unknown> }> {
  const challenge = await findSignInChallenge(ctx)
  if (challenge === null) throw authError('EXPIRED_SECOND_FACTOR')
  const passkeyRequest = passkeyRequestOf(challenge)
  return {
    options: {
      ...(await createAuthenticationOptions(
        ctx.config,
        ctx.em,
        passkeyRequest,
        challenge.user_id,
        'preferred',
      )),
    },
  }
}

export async function verifySecondFactorPasskey(
  ctx: Context,
  { credential, next_path }: PasskeyForm,
): Promise<Redirect> {
  const challenge = await findSignInChallenge(ctx)
  if (challenge === null) return redirectWithError(signInPage, 'EXPIRED_SECOND_FACTOR', { next_path })
  const response = parsePasskeyAssertion(credential)
  const signed =
    response && (await verifyAuthentication(ctx.config, ctx.em, passkeyRequestOf(challenge), response, false))
  const isTheirs = signed?.user_id === challenge.user_id
  const answered = await checkAnswer(ctx, challenge, async () => isTheirs)
  return redirectAfterAnswer(ctx, challenge, answered, 'PASSKEY_NOT_ACCEPTED', next_path)
}

/** The passkey challenge is valid only for this sign-in in this browser. */
function passkeyRequestOf({ token_hash }: PendingSignInChallenge) {
  return { purpose: 'second_factor', subject: token_hash } as const
}

function redirectAfterAnswer(
  ctx: Context,
  challenge: PendingSignInChallenge,
  answered: AnswerResult,
  wrong: AuthErrorName,
  next_path: string | undefined,
): Redirect | Promise<Redirect> {
  if (answered === 'in')
    return redirectAfterSignIn(ctx, { user_id: challenge.user_id, needs_two_factor: false }, next_path)
  if (answered === 'wrong') return redirectWithError(twoFactorPage, wrong, { next_path })
  const errorName = answered === 'over' ? 'EXPIRED_SECOND_FACTOR' : 'SECOND_FACTOR_ATTEMPT_EXHAUSTED'
  return redirectWithError(signInPage, errorName, { next_path })
}

type AnswerResult = 'in' | 'wrong' | 'over' | 'exhausted'
type IsRight = (em: Context['em'], user: User) => Promise<boolean>

/**
 * Checks the code or passkey that the user sent for a two-factor challenge. The attempt is counted for the account
 * (separately for known browsers) and for the challenge, even when the code or passkey is wrong. One transaction
 * consumes the code and the challenge and creates the session. If this transaction fails, the code and the challenge
 * can be used again.
 */
async function checkAnswer(
  ctx: Context,
  challenge: PendingSignInChallenge,
  isRight: IsRight,
): Promise<AnswerResult> {
  const account = await ctx.em.findOne(UserEntity, { id: challenge.user_id })
  if (account === null) return 'over'
  const device = knownDeviceId(ctx, account)
  const guesser: Parameters<RateLimits['take']> = ['factor', device ?? account.id]
  await ctx.limits.take(...guesser)
  const attemptsLeft = await countChallengeAttempt(ctx, challenge)
  if (attemptsLeft === null) return 'over'
  const answered = await ctx.writing(async (em) => {
    const user = await lockChallengedAccount(em, challenge)
    if (user === null) return 'over'
    if (!(await isRight(em, user))) return 'wrong'
    if (!(await consumeSignInChallenge(ctx, em, challenge))) return 'over'
    await startSession(ctx, em, user, challenge.medium)
    return 'in'
  })
  if (answered === 'in') await ctx.limits.giveBack(...guesser)
  if (answered === 'wrong') await recordFailedSignIn(ctx, account.id, challenge.medium)
  if (answered !== 'wrong' || attemptsLeft > 0) return answered
  await ctx.writing((em) => mailTwoFactorAttemptsExhausted({ ...ctx, em }, account.email))
  return 'exhausted'
}
