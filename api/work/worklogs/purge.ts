import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/**
 * Deletes worklogs whose restore period is over. Clients received the delete when the restore period began, so
 * no change is published.
 */
export async function purgeWorklogs(em: EntityManager, moment: Date): Promise<void> {
  await query(em).deleteFrom('worklogs').where('deleted_at', '<', moment).execute()
}
