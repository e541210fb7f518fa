import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/** What nobody can bring back any more goes. It has been heard as deleted, so nothing is said of it. */
export async function purgeWorklogs(em: EntityManager, moment: Date): Promise<void> {
  await query(em).deleteFrom('worklogs').where('deleted_at', '<', moment).execute()
}
