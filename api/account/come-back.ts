import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Context } from '../context.ts'
import { type User, UserEntity } from '../users/entity.ts'
import { reviveOwnWorkspaces } from '../workspaces/membership.ts'
import { mailActivated } from './mails.ts'

/** Whether somebody may come back: only whoever went themselves, never one whose account was deactivated by others. */
export function mayComeBack(account: { id: string; deactivated_by: string | null }): boolean {
  return account.deactivated_by === account.id
}

/** Makes an account active whose person has proved that its address is theirs; null when it was not theirs to bring back. */
export async function comeBack(ctx: Context, em: EntityManager, id: string): Promise<User | null> {
  const user = await em.findOne(
    UserEntity,
    { id, is_active: false, deactivated_by: id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (user === null) return null
  user.is_email_verified = true
  await activate(em, user)
  await mailActivated({ ...ctx, em }, user.email)
  ctx.log.info({ user_id: id }, 'account active again')
  return user
}

/** Lets somebody in again, whoever says so, and into workspaces of theirs that nobody else could open. */
export async function activate(em: EntityManager, user: User): Promise<void> {
  Object.assign(user, { is_active: true, deactivated_by: null })
  await em.flush()
  await reviveOwnWorkspaces(em, user.id)
}
