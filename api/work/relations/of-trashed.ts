import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { recordBatch } from '../../platform/feed/batch.ts'

/**
 * While one of its ends is in the trash nobody finds a relation, so it is heard as deleted. To be called before these items go
 * there, which are locked.
 */
export async function hideRelations(em: EntityManager, ids: string[]): Promise<void> {
  const deleted_at = new Date()
  const rows = await shownRelations(em, ids)
  recordBatch(
    em,
    'work_item_relations',
    rows.map((row) => ({ before: row, after: { ...row, deleted_at } })),
  )
}

/** To be called when these items have come back: the relations whose other end is not in the trash either are heard anew. */
export async function showRelations(em: EntityManager, ids: string[]): Promise<void> {
  const rows = await shownRelations(em, ids)
  recordBatch(
    em,
    'work_item_relations',
    rows.map((row) => ({ before: null, after: row })),
  )
}

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
