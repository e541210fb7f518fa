import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { maxCommentsBytes } from '#common/documents/comments/rules.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Returns the newest comments that fit into the maximum number of rows and bytes, sorted from oldest to
 * newest.
 */
export async function loadNewestComments<Row>(
  em: EntityManager,
  table: 'work_item_comments' | 'page_comments',
  columns: readonly (keyof Row & string)[],
  wanted: RawBuilder<boolean>,
  limit: number,
): Promise<Row[]> {
  const selected = sql.join(columns.map((column) => sql.ref(`c.${column}`)))
  const { rows } = await sql<Row>`
    select ${selected} from ${sql.table(table)} c
    join ${newestCommentIdsSql(table, wanted, limit)} last on last.id = c.id
    where last.bytes <= ${maxCommentsBytes} order by c.created_at, c.id`.execute(query(em))
  return rows
}

/**
 * Selects the ids of the newest comments. For each comment, the query adds up the bytes of its text and of
 * all newer texts.
 */
export function newestCommentIdsSql(
  table: string,
  wanted: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  return sql`(select c.id, sum(octet_length(c.comment_html)) over (order by c.created_at desc, c.id desc) as bytes
    from ${sql.table(table)} c where ${wanted} order by c.created_at desc, c.id desc limit ${limit})`
}
