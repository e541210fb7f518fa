import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type UserLite, userLite } from '#common/identity/users/schema.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

/** Returns the public data of these users by id. */
export async function loadUsersLite(
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string | null, UserLite>> {
  const users = await query(em)
    .selectFrom('users')
    .select(userLite.keyof().options)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(users.map((user) => [user.id, presentRow(userLite, user)]))
}
