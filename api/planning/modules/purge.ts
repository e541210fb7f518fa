import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/** What nobody can bring back any more goes, with how people looked at it. It has been heard as deleted, so nothing is said of it. */
export async function purgeModules(em: EntityManager, moment: Date): Promise<void> {
  const gone = query(em).selectFrom('modules').select('id').where('deleted_at', '<', moment)
  await query(em)
    .deleteFrom('user_properties')
    .where('context', '=', 'module')
    .where('context_id', 'in', gone)
    .execute()
  await query(em).deleteFrom('modules').where('deleted_at', '<', moment).execute()
}
