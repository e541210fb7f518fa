import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import type { AddedRows } from './entity.ts'

/**
 * Returns the ids of comments or attachments that an import added to a work item and that its Undo removed. Another
 * import restores them. Those that a user has deleted stay deleted.
 */
export async function findUndoneIds(
  em: EntityManager,
  itemId: string,
  kind: keyof AddedRows,
): Promise<Set<string>> {
  const rows = await query(em)
    .selectFrom('item_import_results as r')
    .innerJoin('item_imports as i', 'i.id', 'r.import_id')
    .select(sql<string[] | null>`r.added->${sql.lit(kind)}`.as('ids'))
    .where('r.item_id', '=', itemId)
    .where('i.status', '=', 'undone')
    .execute()
  return new Set(rows.flatMap(({ ids }) => ids ?? []))
}
