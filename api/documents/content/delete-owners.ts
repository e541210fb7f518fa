import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { type DocumentKind, documentName } from '#common/documents/content/names.ts'
import { query } from '../../platform/db/orm.ts'

const tables = { page: 'pages', work_item: 'work_items' } as const

/** Deletes pages or work items forever, with their documents. The rows go last, so a job that is killed before that finds them again. */
export async function deleteOwners(em: EntityManager, kind: DocumentKind, ids: string[]): Promise<void> {
  const documents = ids.map((id) => documentName(kind, id))
  await sql`delete from document_updates where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from documents where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from ${sql.table(tables[kind])} where id = any(${ids}::uuid[])`.execute(query(em))
}

/** Rows that are deleted in one statement. */
const batch = 500

/** Deletes what went to the trash before `moment`. No trash shows it any more, so no client needs to know. */
export async function deleteTrashedBefore(
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
    await deleteOwners(em, kind, ids)
  }
}
