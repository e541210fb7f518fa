import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { parseRequestedPage, type RequestedPage } from '#common/work/listing/read-query.ts'
import {
  decodeKeysetKey,
  encodeKeysetKey,
  isBeyondKeysetKeySql,
  type KeysetKey,
  keysetKeySql,
  type OrderColumn,
  orderBySql,
} from './keyset.ts'
import { query } from './orm.ts'

/* A list is paged by the sort values of its rows (keyset pagination) and not by offset, so that rows that
   others insert or delete do not shift the pages. A list declares its sort columns once. The query of a
   page and its cursors are derived from these columns. */

/** The SQL parts that select one page of a list. */
export interface PaginationSql {
  columns: readonly OrderColumn[]
  page: RequestedPage
  key: RawBuilder<KeysetKey>
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  /** The page size plus one. The additional row shows whether another page follows. */
  limit: number
  offset: number
}

/** Returns the SQL parts for a page. Throws `invalid` if the cursor belongs to another list. */
export function buildPaginationSql(columns: readonly OrderColumn[], page: RequestedPage): PaginationSql {
  const { size, number, key, isBack = false } = page
  return {
    ...{ columns, page, key: keysetKeySql(columns) },
    where:
      key === undefined ? sql`true` : isBeyondKeysetKeySql(columns, decodeKeysetKey(columns, key), isBack),
    order: orderBySql(columns, isBack),
    limit: size + 1,
    offset: key === undefined ? size * number : 0,
  }
}

export interface PageCursors {
  next_cursor: string
  prev_cursor: string
  next_page_results: boolean
  prev_page_results: boolean
}

export interface PaginatedRows<Row> {
  rows: Row[]
  size: number
  cursors: PageCursors
}

/** Removes the additional row and creates the cursors of the page. */
export function splitPageAndCursors<Row extends { page_key: KeysetKey }>(
  { columns, page }: Pick<PaginationSql, 'columns' | 'page'>,
  read: readonly Row[],
): PaginatedRows<Row> {
  const { size, number, isBack = false } = page
  const hasMore = read.length > size
  const rows = isBack ? read.slice(0, size).toReversed() : read.slice(0, size)
  const [first, last] = [rows.at(0), rows.at(-1)]
  const hasPrevious = isBack ? hasMore : number > 0
  return {
    rows,
    size,
    cursors: {
      next_cursor: last === undefined ? sameEnd(page) : nextCursor(columns, page, last.page_key),
      prev_cursor: `${size}:${Math.max(0, number - 1)}:1${hasPrevious && first ? `:${encodeKeysetKey(columns, first.page_key)}` : ''}`,
      next_page_results: isBack ? last !== undefined : hasMore,
      prev_page_results: hasPrevious,
    },
  }
}

export function nextCursor(
  columns: readonly OrderColumn[],
  { size, number }: RequestedPage,
  last: KeysetKey,
): string {
  return `${size}:${number + 1}:0:${encodeKeysetKey(columns, last)}`
}

/**
 * Returns the cursor of an empty page. The cursor points to the same position as the cursor of the request, so
 * that the next request finds rows that are added later.
 */
function sameEnd({ size, number, key, isBack }: RequestedPage): string {
  if (isBack) return `${size}:0:0`
  return key === undefined ? `${size}:${number + 1}:0` : `${size}:${number}:0:${key}`
}

type PageQuery = Parameters<typeof parseRequestedPage>[0]

/** Reads one page of a query. */
export async function readPaginatedRows<DB, TB extends keyof DB, Row>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly OrderColumn[],
  sent: PageQuery,
): Promise<PaginatedRows<Row>> {
  const page = buildPaginationSql(columns, parseRequestedPage(sent))
  const read = await selected
    .select(page.key.as('page_key'))
    .where(page.where)
    .orderBy(page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return splitPageAndCursors(page, read as (Row & { page_key: KeysetKey })[])
}

/** Like `readPaginatedRows`, but for a query in raw SQL. `from` contains the conditions of the query. */
export async function readPaginatedSqlRows<Row>(
  em: EntityManager,
  { select, from }: { select: RawBuilder<unknown>; from: RawBuilder<unknown> },
  columns: readonly OrderColumn[],
  sent: PageQuery,
): Promise<PaginatedRows<Row>> {
  const page = buildPaginationSql(columns, parseRequestedPage(sent))
  const { rows } = await sql<Row & { page_key: KeysetKey }>`
    select ${select}, ${page.key} as page_key ${from} and ${page.where}
    order by ${page.order} limit ${page.limit} offset ${page.offset}`.execute(query(em))
  return splitPageAndCursors(page, rows)
}

/** Builds the answer whose schema is `createPageSchema`. `found` is the total number of rows. */
export function buildPageResponse<Result>(
  { size, cursors }: Pick<PaginatedRows<unknown>, 'size' | 'cursors'>,
  found: number,
  results: Result[],
) {
  return {
    total_count: found,
    count: results.length,
    total_results: found,
    total_pages: Math.ceil(found / size),
    ...cursors,
    results,
  }
}

/** Builds the answer whose schema is `createSyncPageSchema`. */
export function buildSyncPageResponse<Result>(
  { size, cursors, rows }: PaginatedRows<unknown>,
  sent: PageQuery,
  found: number,
  results: Result[],
) {
  const { next_cursor, prev_cursor, next_page_results, prev_page_results } = cursors
  const hasPrevious = prev_page_results && rows.length > 0
  return {
    prev_cursor: hasPrevious ? prev_cursor : null,
    cursor: sent.cursor ?? `${size}:0:0`,
    next_cursor: next_page_results ? next_cursor : null,
    prev_page_results: hasPrevious,
    next_page_results,
    page_count: results.length,
    total_results: found,
    total_pages: Math.ceil(found / size),
    results,
  }
}
