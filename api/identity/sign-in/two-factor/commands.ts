import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { authError } from '#common/identity/sign-in/errors.ts'
import { isTotpCode, normalizeCode } from '#common/identity/sign-in/two-factor/rules.ts'
import type {
  IdentityProofBody,
  NewRecoveryCodes,
  NewTotp,
} from '#common/identity/sign-in/two-factor/schema.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import type { Context, UserContext } from '../../../platform/context/context.ts'
import { publishDocumentAccessChange } from '../../../platform/context/document-events.ts'
import { query } from '../../../platform/db/orm.ts'
import { addAuditEntry } from '../../../platform/feed/audit-entry.ts'
import { hashToken, sessionsChannel } from '../../../platform/http/session.ts'
import { type User, UserEntity } from '../../users/entity.ts'
import { endOtherSessions } from '../own-sessions.ts'
import { deleteAllFactors, handleFactorRemoved, updateAccountAfterFactorAdded } from './factors.ts'
import { mailTwoFactorMethodChange } from './mails.ts'
import { proveIdentity } from './prove-identity.ts'
import { regenerateRecoveryCodes } from './recovery-codes.ts'
import { confirmPendingTotp, createPendingTotp } from './totp.ts'

export async function beginTotpSetup(ctx: UserContext, proof: IdentityProofBody): Promise<NewTotp> {
  await proveIdentity(ctx, proof)
  const offered = await ctx.writing((em) => createPendingTotp(ctx.config, em, ctx.user))
  if (offered === null)
    throw new AppError('conflict', 'An authenticator app is already set up. Remove it first.')
  return offered
}

/**
 * Confirms an authenticator app. If the user had no second factor before, all other sessions end, because they began
 * without two-factor authentication.
 */
export async function confirmTotp(ctx: UserContext, typed: string): Promise<NewRecoveryCodes> {
  const code = normalizeCode(typed)
  if (code === '') throw authError('SECOND_FACTOR_CODE_REQUIRED')
  const session = hashToken(ctx.http.session_token ?? '')
  await ctx.limits.take('factor', session)
  const recovery_codes = await ctx.writing(async (em) => {
    const user = await lockOwnAccount(ctx, em)
    if (!isTotpCode(code) || !(await confirmPendingTotp(ctx.config, em, user.id, code))) return null
    const isFirst = !user.has_second_factor
    const recoveryCodes = await updateAccountAfterFactorAdded(ctx.config, em, user)
    if (isFirst) await endOtherSessions({ ...ctx, em })
    addAuditEntry(em, {
      action: 'account.factor_added',
      target: { kind: 'factor', name: 'Authenticator app' },
    })
    await mailTwoFactorMethodChange({ ...ctx, em }, user.email, 'authenticatorAdded')
    return recoveryCodes
  })
  if (recovery_codes === null) throw authError('INVALID_SECOND_FACTOR')
  await ctx.limits.giveBack('factor', session)
  ctx.log.info({ user_id: ctx.user.id }, 'second factor added')
  return { recovery_codes }
}

export async function removeTotp(ctx: UserContext, proof: IdentityProofBody): Promise<undefined> {
  await proveIdentity(ctx, proof)
  await ctx.writing(async (em) => {
    const user = await lockOwnAccount(ctx, em)
    const { numDeletedRows } = await query(em)
      .deleteFrom('totp_factors')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('No authenticator app is set up')
    await handleFactorRemoved(em, user)
    addAuditEntry(em, {
      action: 'account.factor_removed',
      target: { kind: 'factor', name: 'Authenticator app' },
    })
    await mailTwoFactorMethodChange({ ...ctx, em }, user.email, 'authenticatorRemoved')
  })
  ctx.log.info({ user_id: ctx.user.id }, 'second factor removed')
}

export async function renewRecoveryCodes(
  ctx: UserContext,
  proof: IdentityProofBody,
): Promise<NewRecoveryCodes> {
  await proveIdentity(ctx, proof)
  const recovery_codes = await ctx.writing(async (em) => {
    const user = await lockOwnAccount(ctx, em)
    if (!user.has_second_factor) throw new AppError('conflict', 'Set up two-factor authentication first.')
    addAuditEntry(em, { action: 'account.recovery_codes_made', target: { kind: 'user', id: user.id } })
    return regenerateRecoveryCodes(ctx.config, em, user.id)
  })
  return { recovery_codes }
}

/**
 * Removes all factors of a user who has lost them, on behalf of an instance admin, and ends all sessions of the user.
 * An email notifies the user unless `ports` is null.
 */
export async function resetTwoFactor(
  ports: Pick<Context, 'config' | 'jobs' | 'bus' | 'afterCommit'> | null,
  em: EntityManager,
  userId: string,
): Promise<void> {
  const user = await lockUser(em, userId)
  if (!user.has_second_factor) return
  await deleteAllFactors(em, user)
  // The lost device may be signed in or may be signing in, so end all sessions and pending sign-ins.
  await query(em).deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await query(em).deleteFrom('sessions').where('user_id', '=', userId).execute()
  ports?.afterCommit(() => {
    ports.bus.publish(sessionsChannel, userId)
    // API tokens stay valid, but they lose access to workspaces that require two-factor authentication. Open
    // connections must therefore be checked again.
    publishDocumentAccessChange(ports.bus, { user_id: userId })
  })
  addAuditEntry(em, {
    action: 'account.factor_removed',
    target: { kind: 'factor', name: 'All' },
    facts: { email: user.email },
  })
  if (ports !== null) await mailTwoFactorMethodChange({ ...ports, em }, user.email, 'twoFactorRemoved')
}

function lockOwnAccount(ctx: UserContext, em: EntityManager): Promise<User> {
  return lockUser(em, ctx.user.id)
}

/** Locks the user until the commit, so that factors are added and removed one after the other. */
export async function lockUser(em: EntityManager, id: string): Promise<User> {
  const user = await em.findOne(UserEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (user === null) throw notFound()
  return user
}
