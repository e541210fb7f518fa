import { authError } from '#common/auth/errors.ts'
import { isEmail, normalEmail } from '#common/text.ts'
import type { Context } from '../context.ts'
import { findAccount } from './accounts.ts'

/** Codes are proposed only where mails really go out; whoever runs without a mail server can still ask for one. */
export async function checkEmail(
  ctx: Context,
  typed: string,
): Promise<{ existing: boolean; status: 'MAGIC_CODE' | 'CREDENTIAL' }> {
  const email = normalEmail(typed)
  if (email === '') throw authError('EMAIL_REQUIRED')
  if (!isEmail(email)) throw authError('INVALID_EMAIL')
  const account = await findAccount(ctx.em, email)
  const byCode = ctx.config.smtpUrl !== null && (account === undefined || account.is_password_autoset)
  return { existing: account !== undefined, status: byCode ? 'MAGIC_CODE' : 'CREDENTIAL' }
}
