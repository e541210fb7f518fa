import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { itemsRestored, itemsTrashing } from '../work-items/events.ts'

/**
 * Hides the relations of items that are moved to the trash, so clients receive these relations as deleted.
 */
export const hideRelationsOfTrashedItems = listenTo(itemsTrashing, async (em, { ids }) => {
  const deleted_at = new Date()
  const rows = await shownRelations(em, ids)
  recordBulkChanges(
    em,
    'work_item_relations',
    rows.map((row) => ({ before: row, after: { ...row, deleted_at } })),
  )
})

/**
 * Shows the relations of restored items again, unless the item at the other end of the relation is in the
 * trash.
 */
export const showRelationsOfRestoredItems = listenTo(itemsRestored, async (em, { ids }) => {
  const rows = await shownRelations(em, ids)
  recordBulkChanges(
    em,
    'work_item_relations',
    rows.map((row) => ({ before: null, after: row })),
  )
})

function shownRelations(em: EntityManager, ids: string[]) {
  return query(em)
    .selectFrom('work_item_relations as r')
    .innerJoin('work_items as a', 'a.id', 'r.issue_id')
    .innerJoin('work_items as b', 'b.id', 'r.related_issue_id')
    .selectAll('r')
    .where(sql<boolean>`(r.issue_id = any(${ids}::uuid[]) or r.related_issue_id = any(${ids}::uuid[]))`)
    .where('a.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null)
    .orderBy('r.id')
    .execute()
}
