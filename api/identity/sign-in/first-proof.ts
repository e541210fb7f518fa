import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { ApiTokenEntity } from '../api-tokens/entity.ts'
import type { User } from '../users/entity.ts'
import { LinkedAccountEntity } from './providers/entity.ts'
import { forgetFactors } from './second-factor/factors.ts'
import { endAllSessions } from './sessions.ts'

/**
 * For somebody who proves the address of an account that was not verified. Until then anybody could have made it in the name of that
 * address: whoever did has no way back in, by whatever they left in it, and no second factor of theirs keeps its person out.
 */
export async function shutOutMaker(ctx: Context, em: EntityManager, user: User): Promise<void> {
  const { id } = user
  await forgetFactors(em, user)
  const keys = [
    ...(await em.find(ApiTokenEntity, { user_id: id })),
    ...(await em.find(LinkedAccountEntity, { user_id: id })),
  ]
  for (const key of keys) em.remove(key)
  await query(em).deleteFrom('offered_accounts').where('user_id', '=', id).execute()
  await endAllSessions(ctx, em, id)
}
