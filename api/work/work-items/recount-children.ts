import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { updateItemsInBulk } from './update-items-in-bulk.ts'

/**
 * Counts the sub-items of these parents again, without archived sub-items. The parents are locked first, so
 * that concurrent counts run one after the other and the last count includes all changes. The fixed order of
 * the locks prevents deadlocks.
 */
export async function recountChildren(em: EntityManager, parents: (string | null)[]): Promise<void> {
  const ids = [...new Set(parents)].filter((id) => id !== null).sort()
  if (ids.length === 0) return
  await query(em)
    .selectFrom('work_items')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const count = sql`(select count(*)::int from work_items child where child.parent_id = work_items.id and child.deleted_at is null and child.archived_at is null)`
  await updateItemsInBulk(em, {
    set: { sub_issues_count: count },
    where: sql`id = any(${ids}::uuid[]) and sub_issues_count <> ${count}`,
  })
}
