import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Context } from '../../platform/context/context.ts'
import { emit, event } from '../../platform/db/events.ts'
import { type User, UserEntity } from '../users/entity.ts'
import { mailActivated } from './mails.ts'

/** An account is active again, and its person may sign in. */
export const accountActivated = event<{ user_id: string }>('accounts.activated')

/** Whether somebody may come back: only whoever went themselves, never one whose account was deactivated by others. */
export function mayComeBack(account: { id: string; deactivated_by: string | null }): boolean {
  return account.deactivated_by === account.id
}

/** The account of somebody who has proved that its address is theirs, held until the commit; null when it is not theirs to bring back. */
export function holdReturning(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(
    UserEntity,
    { id, is_active: false, deactivated_by: id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
}

/** Makes it active again. */
export async function comeBack(ctx: Context, em: EntityManager, user: User): Promise<void> {
  user.is_email_verified = true
  await activate(em, user)
  await mailActivated({ ...ctx, em }, user.email)
  ctx.log.info({ user_id: user.id }, 'account active again')
}

/** Lets somebody in again, whoever says so, and into workspaces of theirs that nobody else could open. */
export async function activate(em: EntityManager, user: User): Promise<void> {
  Object.assign(user, { is_active: true, deactivated_by: null })
  await em.flush()
  await emit(em, accountActivated, { user_id: user.id })
}
