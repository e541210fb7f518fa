import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Context } from '../../platform/context/context.ts'
import { defineEvent, emitEvent } from '../../platform/db/events.ts'
import { type User, UserEntity } from '../users/entity.ts'
import { mailAccountActivated } from './mails.ts'

/** Emitted when an account becomes active again. */
export const accountActivated = defineEvent<{ user_id: string }>('accounts.activated')

/**
 * Returns true when users may reactivate the account themselves, which requires that they deactivated it themselves.
 */
export function canReactivateAccount(account: { id: string; deactivated_by: string | null }): boolean {
  return account.deactivated_by === account.id
}

/**
 * Locks an account until the commit, after the user has proved the account's email address. Returns null when
 * the user may not reactivate the account.
 */
export function lockAccountForReactivation(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(
    UserEntity,
    { id, is_active: false, deactivated_by: id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
}

/** Reactivates an account that its user has deactivated, after the user has proved the email address. */
export async function reactivateAccountOnSignIn(ctx: Context, em: EntityManager, user: User): Promise<void> {
  user.is_email_verified = true
  await reactivateAccount(em, user)
  await mailAccountActivated({ ...ctx, em }, user.email)
  ctx.log.info({ user_id: user.id }, 'account active again')
}

/**
 * Reactivates an account. Listeners of `accountActivated` also restore its memberships of workspaces without
 * other active members.
 */
export async function reactivateAccount(em: EntityManager, user: User): Promise<void> {
  Object.assign(user, { is_active: true, deactivated_by: null })
  await em.flush()
  await emitEvent(em, accountActivated, { user_id: user.id })
}
