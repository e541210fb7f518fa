import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/**
 * Deletes values and estimates whose restore period is over. Clients received the delete when the restore
 * period began, and no item has these values, so no change is published.
 */
export async function purgeEstimates(em: EntityManager, moment: Date): Promise<void> {
  await query(em).deleteFrom('estimate_points').where('deleted_at', '<', moment).execute()
  await query(em).deleteFrom('estimates').where('deleted_at', '<', moment).execute()
}
