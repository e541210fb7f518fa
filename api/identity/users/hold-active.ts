import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Keeps an account in use until the commit, for what gives it a place or a way in. Who called was asked before the transaction: one that
 * was deactivated or deleted meanwhile would else be left with what its end has taken away everywhere else.
 */
export async function holdActive(em: EntityManager, id: string): Promise<void> {
  if (!(await isHeld(em, id)))
    throw new AppError('unauthenticated', 'Authentication credentials were not provided.')
}

/** The same; false where it is out of use by now. */
export async function isHeld(em: EntityManager, id: string): Promise<boolean> {
  const held = await query(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}
