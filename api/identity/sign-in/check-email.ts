import { authError } from '#common/identity/sign-in/errors.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import type { Context } from '../../platform/context/context.ts'
import { isMailServerConfigured } from '../../platform/mail/server.ts'
import { findAccount } from './accounts.ts'
import { assertSignUpAllowed, isSignInMethodEnabled } from './enabled-methods.ts'

/**
 * Returns the sign-in method to propose. Codes are proposed only when email can be sent. If no mail server is
 * configured, users can still request a code, which an admin finds in the outbox.
 */
export async function checkEmail(
  ctx: Context,
  typed: string,
): Promise<{ existing: boolean; status: 'MAGIC_CODE' | 'CREDENTIAL' }> {
  const email = normalizeEmail(typed)
  if (email === '') throw authError('EMAIL_REQUIRED')
  if (!isEmail(email)) throw authError('INVALID_EMAIL')
  const account = await findAccount(ctx.em, email)
  if (account === undefined) await assertSignUpAllowed(ctx, email)
  return { existing: account !== undefined, status: proposedMethod(ctx, account) }
}

/**
 * Proposes the only enabled method. If codes and passwords are both enabled, users without a password get a
 * code.
 */
function proposedMethod(
  ctx: Context,
  account: { is_password_autoset: boolean } | undefined,
): 'MAGIC_CODE' | 'CREDENTIAL' {
  if (!isSignInMethodEnabled(ctx, 'code')) return 'CREDENTIAL'
  if (!isSignInMethodEnabled(ctx, 'password')) return 'MAGIC_CODE'
  const isRather = account === undefined || account.is_password_autoset
  return isMailServerConfigured(ctx.config, ctx.settings.get) && isRather ? 'MAGIC_CODE' : 'CREDENTIAL'
}
