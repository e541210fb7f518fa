import { authError } from '#common/identity/sign-in/errors.ts'
import type { instanceCalls } from '#common/operation/instance/calls.ts'
import type { InstancePerson } from '#common/operation/instance/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'
import { createAccount, findAccount } from '../../identity/sign-in/accounts.ts'
import { hashPassword, isStrongPassword } from '../../identity/sign-in/passwords.ts'
import { endAllSessions } from '../../identity/sign-in/sessions.ts'
import { createUnlessDuplicate } from '../../identity/sign-in/sign-in.ts'
import { lockUser } from '../../identity/sign-in/two-factor/commands.ts'
import type { User } from '../../identity/users/entity.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { requestLanguage } from '../../platform/http/request-language.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'
import { assertNotInstanceAdmin, getInstanceUser } from './people.ts'

/**
 * Creates an account even when sign-up is off. The admin is trusted to enter the right email address, so the
 * account needs no confirmation by email. If the admin enters no password, the user signs in with an emailed
 * code or through a provider.
 */
export async function createInstancePerson(
  ctx: UserContext,
  { email: typed, password, first_name, last_name }: BodyOf<(typeof instanceCalls)['createInstancePerson']>,
): Promise<InstancePerson> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) throw invalid('email', 'Enter a valid email.')
  if ((await findAccount(ctx.em, email)) !== undefined) throw authError('USER_ALREADY_EXIST', 'conflict')
  const password_hash =
    password === undefined ? null : await hashStrong(password, [email, first_name ?? '', last_name ?? ''])
  const user = await createUnlessDuplicate(() =>
    createAccount(ctx.em, {
      email,
      password_hash,
      is_email_verified: true,
      language: requestLanguage(ctx),
      first_name,
      last_name,
    }),
  )
  if (user === null) throw authError('USER_ALREADY_EXIST', 'conflict')
  return getInstanceUser(ctx, user.id)
}

/**
 * Marks the email address of an account as verified. Admins need this when no email can reach the address.
 */
export async function verifyInstancePerson(ctx: UserContext, id: string): Promise<InstancePerson> {
  await getInstanceUser(ctx, id)
  const user = await lockUser(ctx.em, id)
  if (!user.is_email_verified) {
    user.is_email_verified = true
    addAuditEntry(ctx.em, { action: 'account.email_verified', target: { kind: 'user', id } })
    await ctx.em.flush()
  }
  return getInstanceUser(ctx, id)
}

/**
 * Sets a new password and ends all sessions of the user. The audit log names the admin, and the user receives
 * an email.
 */
export async function setInstancePersonPassword(
  ctx: UserContext,
  id: string,
  password: string,
): Promise<InstancePerson> {
  const user = await lockOther(ctx, id)
  await assertNotInstanceAdmin(ctx.em, id)
  const password_hash = await hashStrong(password, [user.email, user.first_name, user.last_name])
  Object.assign(user, { password_hash, is_password_autoset: false })
  await ctx.em.flush()
  await endAllSessions(ctx, ctx.em, id)
  await mailPasswordSet(ctx, user.email)
  return getInstanceUser(ctx, id)
}

export async function endInstancePersonSessions(ctx: UserContext, id: string): Promise<InstancePerson> {
  await lockOther(ctx, id)
  await endAllSessions(ctx, ctx.em, id)
  addAuditEntry(ctx.em, { action: 'account.sessions_ended', target: { kind: 'user', id } })
  return getInstanceUser(ctx, id)
}

/**
 * Locks the account of another user. Admins must change their own account in their settings, which ask for a
 * proof of identity.
 */
async function lockOther(ctx: UserContext, id: string): Promise<User> {
  if (id === ctx.user.id)
    throw new AppError('invalid', 'Change your own account in your settings under Security.')
  await getInstanceUser(ctx, id)
  return lockUser(ctx.em, id)
}

async function hashStrong(password: string, known: string[]): Promise<string> {
  if (!(await isStrongPassword(password, known))) throw authError('PASSWORD_TOO_WEAK')
  return hashPassword(password)
}

function mailPasswordSet(ctx: UserContext, to: string): Promise<void> {
  return enqueueMail(ctx, 'passwordSet', { to, values: { url: ctx.config.appUrl } })
}
