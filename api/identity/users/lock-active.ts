import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Locks an active account until the commit, for commands that give the account new access, such as an API token or a
 * membership. The caller was identified before the transaction, and the account may have been deactivated after
 * that.
 */
export async function lockActiveAccount(em: EntityManager, id: string): Promise<void> {
  if (!(await lockAccountIfActive(em, id)))
    throw new AppError('unauthenticated', 'Authentication credentials were not provided.')
}

/** Like `lockActiveAccount`, but returns false for an inactive account instead of throwing an error. */
export async function lockAccountIfActive(em: EntityManager, id: string): Promise<boolean> {
  const account = await query(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst()
  return account !== undefined
}
