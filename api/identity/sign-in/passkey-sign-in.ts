import { randomBytes } from 'node:crypto'
import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import type { PasskeyForm } from '#common/identity/sign-in/schema.ts'
import { parsePasskeyAssertion } from '#common/identity/sign-in/two-factor/passkeys.ts'
import type { Context, Redirect } from '../../platform/context/context.ts'
import { hashToken } from '../../platform/http/session.ts'
import { UserEntity } from '../users/entity.ts'
import { redirectAfterSignIn, startSession } from './complete-sign-in.ts'
import { redirectWithError } from './redirects.ts'
import { lockAccount } from './sessions.ts'
import { signInPage } from './sign-in.ts'
import { createAuthenticationOptions, verifyAuthentication } from './two-factor/passkeys.ts'

const passkeyCookie = 'passkey'
const seconds = 300

/**
 * Returns a passkey challenge. A cookie stores a token, so that only the browser that requested the challenge
 * can answer it.
 */
export async function beginPasskeySignIn(ctx: Context): Promise<{ options: Record<string, unknown> }> {
  const token = randomBytes(32).toString('hex')
  ctx.http.setCookie(passkeyCookie, token, new Date(Date.now() + seconds * 1000))
  const passkeyRequest = { purpose: 'sign_in', subject: hashToken(token) } as const
  return {
    options: { ...(await createAuthenticationOptions(ctx.config, ctx.em, passkeyRequest, null, 'required')) },
  }
}

/**
 * Signs in with a passkey alone. The device must have verified its user by fingerprint, face or PIN, so
 * two-factor authentication is not required.
 */
export async function passkeySignIn(ctx: Context, { credential, next_path }: PasskeyForm): Promise<Redirect> {
  const refuse = (name: AuthErrorName) => redirectWithError(signInPage, name, { next_path })
  const response = parsePasskeyAssertion(credential)
  const passkeyRequest = {
    purpose: 'sign_in',
    subject: hashToken(ctx.http.cookie(passkeyCookie) ?? ''),
  } as const
  const signed = response && (await verifyAuthentication(ctx.config, ctx.em, passkeyRequest, response, true))
  if (!signed) return refuse('PASSKEY_NOT_ACCEPTED')
  const account = await ctx.em.findOneOrFail(UserEntity, { id: signed.user_id })
  if (!account.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  const isIn = await ctx.writing(async (em) => {
    const user = await lockAccount(em, account.id, account.password_hash)
    if (user === null) return false
    await startSession(ctx, em, user, 'passkey')
    return true
  })
  if (!isIn) return refuse('PASSKEY_NOT_ACCEPTED')
  ctx.http.clearCookie(passkeyCookie)
  return redirectAfterSignIn(ctx, { user_id: account.id, needs_two_factor: false }, next_path)
}
