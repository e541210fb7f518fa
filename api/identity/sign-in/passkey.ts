import { randomBytes } from 'node:crypto'
import type { AuthErrorName } from '#common/identity/sign-in/errors.ts'
import type { PasskeyForm } from '#common/identity/sign-in/schema.ts'
import { readSignedByKey } from '#common/identity/sign-in/second-factor/passkeys.ts'
import type { Context, Redirect } from '../../platform/context/context.ts'
import { hashToken } from '../../platform/http/session.ts'
import { UserEntity } from '../users/entity.ts'
import { entered, letIn } from './enter.ts'
import { refused } from './redirects.ts'
import { askForKey, readSigned } from './second-factor/passkeys.ts'
import { holdAccount } from './sessions.ts'
import { signInPage } from './sign-in.ts'

const passkeyCookie = 'passkey'
const seconds = 300

/** The browser holds a token, so that nobody answers what another browser was asked. */
export async function beginPasskeySignIn(ctx: Context): Promise<{ options: Record<string, unknown> }> {
  const token = randomBytes(32).toString('hex')
  ctx.http.setCookie(passkeyCookie, token, new Date(Date.now() + seconds * 1000))
  const asked = { purpose: 'sign_in', subject: hashToken(token) } as const
  return { options: { ...(await askForKey(ctx.config, ctx.em, asked, null, 'required')) } }
}

/**
 * In one step: the key is what one has, and the finger, face or PIN that the device asked for is what one is or knows. So it must have
 * asked, and no second factor is asked for then.
 */
export async function passkeySignIn(ctx: Context, { credential, next_path }: PasskeyForm): Promise<Redirect> {
  const refuse = (name: AuthErrorName) => refused(signInPage, name, { next_path })
  const response = readSignedByKey(credential)
  const asked = { purpose: 'sign_in', subject: hashToken(ctx.http.cookie(passkeyCookie) ?? '') } as const
  const signed = response && (await readSigned(ctx.config, ctx.em, asked, response, true))
  if (!signed) return refuse('PASSKEY_NOT_ACCEPTED')
  const account = await ctx.em.findOneOrFail(UserEntity, { id: signed.user_id })
  if (!account.is_active) return refuse('USER_ACCOUNT_DEACTIVATED')
  const isIn = await ctx.writing(async (em) => {
    const user = await holdAccount(em, account.id, account.password_hash)
    if (user === null) return false
    await letIn(ctx, em, user, 'passkey')
    return true
  })
  if (!isIn) return refuse('PASSKEY_NOT_ACCEPTED')
  ctx.http.clearCookie(passkeyCookie)
  return entered(ctx, { user_id: account.id, is_asked: false }, next_path)
}
