import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { DocumentOwner } from '#common/documents/content/names.ts'
import { query } from '../../../platform/db/orm.ts'

const columns = {
  page: { from: 'from_page_id', owners: 'pages' },
  work_item: { from: 'from_item_id', owners: 'work_items' },
} as const

/**
 * Stores which other pages of its workspace a text links to. Existing links keep their id, which defines
 * their order.
 */
export async function storePageLinks(
  em: EntityManager,
  { kind, id }: DocumentOwner,
  pageIds: string[],
): Promise<void> {
  const from = sql.ref(columns[kind].from)
  await sql`delete from page_links where ${from} = ${id} and page_id <> all(${pageIds}::uuid[])`.execute(
    query(em),
  )
  await addPageLinks(em, { kind, id }, pageIds)
}

/** Stores further links of a text. */
export async function addPageLinks(
  em: EntityManager,
  { kind, id }: DocumentOwner,
  pageIds: string[],
): Promise<void> {
  if (pageIds.length === 0) return
  const [from, owners] = [sql.ref(columns[kind].from), sql.table(columns[kind].owners)]
  await sql`insert into page_links (id, page_id, ${from})
    select uuidv7(), p.id, o.id from ${owners} o join pages p on p.workspace_id = o.workspace_id
    where o.id = ${id} and p.id = any(${pageIds}::uuid[]) and p.id <> o.id
    on conflict do nothing`.execute(query(em))
}
