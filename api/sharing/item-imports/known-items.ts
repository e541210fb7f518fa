import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'

/** A work item that an import created. */
export interface KnownItem {
  id: string
  /** Hash of the row at the last import, or null if it must be imported again. */
  hash: string | null
  is_archived: boolean
}

/** Loads the work items of these external ids. Items in the trash are left out, so they are imported again. */
export async function loadKnownItems(
  em: EntityManager,
  projectId: string,
  source: string,
  keys: readonly string[],
): Promise<Map<string, KnownItem>> {
  const rows = await query(em)
    .selectFrom('imported_items as m')
    .innerJoin('work_items as i', 'i.id', 'm.item_id')
    .select(['m.external_id', 'm.hash', 'i.id', 'i.archived_at'])
    .where('m.project_id', '=', projectId)
    .where('m.source', '=', source)
    .where(sql<boolean>`m.external_id = any(${keys}::text[])`)
    .where('i.project_id', '=', projectId)
    .where('i.deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ external_id, id, hash, archived_at }) => [
      external_id,
      { id, hash, is_archived: archived_at !== null },
    ]),
  )
}
