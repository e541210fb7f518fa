import { type AuthErrorName, authError } from '#common/identity/sign-in/errors.ts'
import {
  type PasskeyForm,
  type SecondFactorForm,
  type SignInChallenge,
  signInChallenge,
} from '#common/identity/sign-in/schema.ts'
import { readSignedByKey } from '#common/identity/sign-in/second-factor/passkeys.ts'
import type { Context, Redirect } from '../../platform/context/context.ts'
import type { RateLimits } from '../../platform/context/ports.ts'
import { present } from '../../platform/db/present.ts'
import { type User, UserEntity } from '../users/entity.ts'
import { type Challenge, countTry, findChallenge, holdChallenged, spendChallenge } from './challenges.ts'
import { knownDevice } from './devices.ts'
import { entered, letIn, secondFactorPage } from './enter.ts'
import { refused } from './redirects.ts'
import { hasPasskey, hasTotp, takeFactorCode } from './second-factor/factors.ts'
import { mailFactorAsked } from './second-factor/mails.ts'
import { askForKey, readSigned } from './second-factor/passkeys.ts'
import { noteFailure, signInPage } from './sign-in.ts'

/** Null for a browser that has nothing to answer. */
export async function getSignInChallenge(ctx: Context): Promise<SignInChallenge | null> {
  const challenge = await findChallenge(ctx)
  const user = challenge && (await ctx.em.findOne(UserEntity, { id: challenge.user_id }))
  if (!user) return null
  return present(signInChallenge, {
    email: user.email,
    has_totp: await hasTotp(ctx.em, user.id),
    has_passkey: await hasPasskey(ctx.em, user.id),
  })
}

export async function answerSecondFactor(
  ctx: Context,
  { code, next_path }: SecondFactorForm,
): Promise<Redirect> {
  const refuse = (name: AuthErrorName) => refused(secondFactorPage, name, { next_path })
  const challenge = await findChallenge(ctx)
  if (challenge === null) return refused(signInPage, 'EXPIRED_SECOND_FACTOR', { next_path })
  if (code.trim() === '') return refuse('SECOND_FACTOR_CODE_REQUIRED')
  const answered = await answer(ctx, challenge, (em, user) => takeFactorCode(ctx, em, user, code))
  return after(ctx, challenge, answered, 'INVALID_SECOND_FACTOR', next_path)
}

export async function beginPasskeyAnswer(ctx: Context): Promise<{ options: Record<string, unknown> }> {
  const challenge = await findChallenge(ctx)
  if (challenge === null) throw authError('EXPIRED_SECOND_FACTOR')
  const asked = askedBy(challenge)
  return { options: { ...(await askForKey(ctx.config, ctx.em, asked, challenge.user_id, 'preferred')) } }
}

export async function answerByPasskey(
  ctx: Context,
  { credential, next_path }: PasskeyForm,
): Promise<Redirect> {
  const challenge = await findChallenge(ctx)
  if (challenge === null) return refused(signInPage, 'EXPIRED_SECOND_FACTOR', { next_path })
  const response = readSignedByKey(credential)
  const signed = response && (await readSigned(ctx.config, ctx.em, askedBy(challenge), response, false))
  const isTheirs = signed?.user_id === challenge.user_id
  const answered = await answer(ctx, challenge, async () => isTheirs)
  return after(ctx, challenge, answered, 'PASSKEY_NOT_ACCEPTED', next_path)
}

/** Of one sign-in of one browser. */
function askedBy({ token_hash }: Challenge) {
  return { purpose: 'second_factor', subject: token_hash } as const
}

function after(
  ctx: Context,
  challenge: Challenge,
  answered: Answered,
  wrong: AuthErrorName,
  next_path: string | undefined,
): Redirect | Promise<Redirect> {
  if (answered === 'in') return entered(ctx, { user_id: challenge.user_id, is_asked: false }, next_path)
  if (answered === 'wrong') return refused(secondFactorPage, wrong, { next_path })
  const over = answered === 'over' ? 'EXPIRED_SECOND_FACTOR' : 'SECOND_FACTOR_ATTEMPT_EXHAUSTED'
  return refused(signInPage, over, { next_path })
}

type Answered = 'in' | 'wrong' | 'over' | 'exhausted'
type IsRight = (em: Context['em'], user: User) => Promise<boolean>

/**
 * Counts the try for the account, apart for a browser that was in it before, and for the challenge; both stay counted when it is wrong.
 * Then what is right, the challenge and the session are one transaction: nothing is used up without somebody being in.
 */
async function answer(ctx: Context, challenge: Challenge, isRight: IsRight): Promise<Answered> {
  const account = await ctx.em.findOne(UserEntity, { id: challenge.user_id })
  if (account === null) return 'over'
  const device = knownDevice(ctx, account)
  const guesser: Parameters<RateLimits['take']> = ['factor', device ?? account.id]
  await ctx.limits.take(...guesser)
  const left = await countTry(ctx, challenge)
  if (left === null) return 'over'
  const answered = await ctx.writing(async (em) => {
    const user = await holdChallenged(em, challenge)
    if (user === null) return 'over'
    if (!(await isRight(em, user))) return 'wrong'
    if (!(await spendChallenge(ctx, em, challenge))) return 'over'
    await letIn(ctx, em, user, challenge.medium)
    return 'in'
  })
  if (answered === 'in') await ctx.limits.giveBack(...guesser)
  if (answered === 'wrong') await noteFailure(ctx, account.id, challenge.medium)
  if (answered !== 'wrong' || left > 0) return answered
  await ctx.writing((em) => mailFactorAsked({ ...ctx, em }, account.email))
  return 'exhausted'
}
