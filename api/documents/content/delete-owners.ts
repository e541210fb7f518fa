import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type DocumentKind, documentName } from '#common/documents/content/names.ts'
import { query } from '../../platform/db/orm.ts'

const tables = { page: 'pages', work_item: 'work_items' } as const

/**
 * Permanently deletes pages or work items with their documents. The rows are deleted last, so that a retry after a
 * crash finds them again.
 */
export async function deletePagesOrItems(
  em: EntityManager,
  kind: DocumentKind,
  ids: string[],
): Promise<void> {
  const documents = ids.map((id) => documentName(kind, id))
  await sql`delete from document_updates where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from documents where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from ${sql.table(tables[kind])} where id = any(${ids}::uuid[])`.execute(query(em))
}

/** Number of rows deleted at a time. */
const batch = 500

/**
 * Permanently deletes rows that were moved to the trash before `moment`. Screens do not show these rows in
 * the trash any more, so clients are not notified.
 */
export async function purgeTrashedDocuments(
  em: EntityManager,
  kind: DocumentKind,
  moment: Date,
): Promise<void> {
  for (;;) {
    const rows = await query(em)
      .selectFrom(tables[kind])
      .select('id')
      .where('deleted_at', '<', moment)
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await deletePagesOrItems(em, kind, ids)
  }
}
