import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { ApiTokenEntity } from '../api-tokens/entity.ts'
import type { User } from '../users/entity.ts'
import { LinkedAccountEntity } from './providers/entity.ts'
import { endAllSessions } from './sessions.ts'
import { deleteAllFactors } from './two-factor/factors.ts'

/**
 * Runs when somebody proves the email address of an unverified account. A stranger may have created the
 * account, so all access that its creator has set up is revoked. The creator's two-factor authentication must
 * not lock out the owner of the address.
 */
export async function revokeUnprovenAccess(ctx: Context, em: EntityManager, user: User): Promise<void> {
  const { id } = user
  await deleteAllFactors(em, user)
  const keys = [
    ...(await em.find(ApiTokenEntity, { user_id: id })),
    ...(await em.find(LinkedAccountEntity, { user_id: id })),
  ]
  for (const key of keys) em.remove(key)
  await query(em).deleteFrom('offered_accounts').where('user_id', '=', id).execute()
  await query(em).deleteFrom('calendar_feeds').where('user_id', '=', id).execute()
  await endAllSessions(ctx, em, id)
}
