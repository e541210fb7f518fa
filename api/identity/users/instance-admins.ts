import { defineEntity, type EntityManager, p } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/** A user who is an admin of this Tandem instance. */
export const InstanceAdminEntity = defineEntity({
  name: 'InstanceAdmin',
  tableName: 'instance_admins',
  properties: {
    user_id: p.uuid().primary(),
    created_at: p.datetime().onCreate(() => new Date()),
  },
})

/**
 * Returns true if the user is an admin of this Tandem instance. Reads the database, because the user may have
 * become an admin after the request began.
 */
export async function isInstanceAdmin(em: EntityManager, id: string): Promise<boolean> {
  const row = await query(em)
    .selectFrom('instance_admins')
    .select('user_id')
    .where('user_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
