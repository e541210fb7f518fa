import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '../../platform/db/orm.ts'

/**
 * Deletes cycles and modules whose restore period is over, together with their display settings. Clients
 * received the delete when the restore period began.
 */
export async function purgeCyclesAndModules(em: EntityManager, moment: Date): Promise<void> {
  for (const [table, context] of [
    ['cycles', 'cycle'],
    ['modules', 'module'],
  ] as const) {
    const gone = query(em).selectFrom(table).select('id').where('deleted_at', '<', moment)
    await query(em)
      .deleteFrom('user_properties')
      .where('context', '=', context)
      .where('context_id', 'in', gone)
      .execute()
    await query(em).deleteFrom(table).where('deleted_at', '<', moment).execute()
  }
}
