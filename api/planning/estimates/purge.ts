import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/** What nobody can bring back any more goes. It has been heard as deleted, and no item has it, so nothing is said of it. */
export async function purgeEstimates(em: EntityManager, moment: Date): Promise<void> {
  await query(em).deleteFrom('estimate_points').where('deleted_at', '<', moment).execute()
  await query(em).deleteFrom('estimates').where('deleted_at', '<', moment).execute()
}
