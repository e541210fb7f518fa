import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type NameBasedSortKey, nameBasedSortKeys } from '#common/work/listing/keys.ts'
import { decodeKeysetKey, type KeysetKey } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import {
  buildPaginationSql,
  type PageCursors,
  type PaginationSql,
  splitPageAndCursors,
} from '../../platform/db/page.ts'
import type { ListingPageRequest } from './list-page.ts'
import type { NameSortOrder } from './order.ts'
import { countItems, sumEstimates } from './rows.ts'

interface Flat {
  /** Total number of items in the listing. */
  found: number
  /** Sum of the estimates. Is undefined if it was not requested. */
  sum?: number
  /** The ids on the page, in order. */
  ids: string[]
  cursors: PageCursors
}

interface KeyedId {
  id: string
  page_key: KeysetKey
}

/** Reads one page of a listing without groups. */
export async function readUngroupedPage(em: EntityManager, request: ListingPageRequest): Promise<Flat> {
  const { where, order } = request
  const page = buildPaginationSql(order.columns, request.page)
  const sum = request.sums ? { sum: await sumEstimates(em, where) } : {}
  const { found, read } =
    order.names === null
      ? { found: await countItems(em, where), read: await idsFrom(em, where, page) }
      : await readByNames(em, where, page, order.names)
  const { rows, cursors } = splitPageAndCursors(page, read)
  return { found, ids: rows.map(({ id }) => id), cursors, ...sum }
}

/**
 * Reads a page that is sorted by names, for which there is no index. Items with equal values have the same
 * rank. Counting the items per value shows which ranks are on the page, and only items with these ranks are
 * sorted.
 */
async function readByNames(
  em: EntityManager,
  where: RawBuilder<boolean>,
  page: PaginationSql,
  names: NameSortOrder,
): Promise<{ found: number; read: KeyedId[] }> {
  const { column } = nameBasedSortKeys[names.key]
  const value = valueSql(column)
  const { rows } = await sql<Counted>`
    select ${value.of}::text as value, count(*)::int as count from work_items where ${where} group by ${value.of}`.execute(
    query(em),
  )
  const found = rows.reduce((sum, { count }) => sum + count, 0)
  const inOrder = [...Map.groupBy(rows, ({ value }) => rankOf(value, names))].sort(([a], [b]) => a - b)
  const { places, before } =
    page.page.key === undefined
      ? ranksAtOffset(inOrder, page)
      : ranksFromKey(inOrder, page, page.page.key, names)
  if (places.length === 0) return { found, read: [] }
  return { found, read: await idsOfRanks(em, where, page, value, places, before) }
}

/** Returns the SQL of the value of an item. A nil UUID replaces null, because joins do not match null. */
function valueSql(column: (typeof nameBasedSortKeys)[NameBasedSortKey]['column']) {
  const ref = sql.ref(`work_items.${column}`)
  if (column.endsWith('_ids')) return { of: ref, type: sql`uuid[]` }
  return { of: sql`coalesce(${ref}, '00000000-0000-0000-0000-000000000000')`, type: sql`uuid` }
}

interface Counted {
  /** Value of the column that the list is sorted or grouped by: one id, or several as a PostgreSQL array literal. */
  value: string
  count: number
}

type RankedValues = readonly (readonly [place: number, values: readonly Counted[]])[]

interface RankSlice {
  /**
   * For each rank on the page, in order: the values with this rank. Items with the same rank are sorted by
   * newest first.
   */
  places: string[][]
  /** Number of items before the first rank. */
  before: number
}

/** Returns the ranks on a page that is addressed by its offset. */
function ranksAtOffset(inOrder: RankedValues, { offset, limit }: PaginationSql): RankSlice {
  let [before, at] = [0, 0]
  const places: string[][] = []
  for (const [, values] of inOrder) {
    const next = at + countOf(values)
    if (next <= offset) before = next
    else if (at < offset + limit) places.push(valuesOf(values))
    at = next
  }
  return { places, before }
}

/**
 * Returns the ranks on a page that is addressed by a cursor, including the rank of the cursor's row, because
 * items of that rank may still follow it.
 */
function ranksFromKey(
  inOrder: RankedValues,
  { columns, page, limit }: PaginationSql,
  key: string,
  { descending }: NameSortOrder,
): RankSlice {
  const { isBack = false } = page
  const [rank = null] = decodeKeysetKey(columns, key)
  const own = rank === null ? Number.POSITIVE_INFINITY : descending ? -Number(rank) : Number(rank)
  const ahead = isBack
    ? inOrder.filter(([place]) => place <= own).toReversed()
    : inOrder.filter(([place]) => place >= own)
  let behind = 0
  const places: string[][] = []
  for (const [place, values] of ahead) {
    if (behind >= limit) break
    places.push(valuesOf(values))
    if (place !== own) behind += countOf(values)
  }
  return { places: isBack ? places.toReversed() : places, before: 0 }
}

function countOf(values: readonly Counted[]): number {
  return values.reduce((sum, { count }) => sum + count, 0)
}

function valuesOf(values: readonly Counted[]): string[] {
  return values.map(({ value }) => value)
}

/**
 * Returns the rank of the first name in a value (a list of ids). Items without a value come last in both
 * directions.
 */
function rankOf(value: string, { ranks, descending }: NameSortOrder): number {
  const ids = value.match(/[^{},]+/g) ?? []
  const first = Math.min(...ids.map((id) => ranks[id] ?? Number.POSITIVE_INFINITY))
  return descending && first !== Number.POSITIVE_INFINITY ? -first : first
}

/** Returns the ids of the items that have these ranks, sorted. */
async function idsOfRanks(
  em: EntityManager,
  where: RawBuilder<boolean>,
  page: PaginationSql,
  value: ReturnType<typeof valueSql>,
  places: readonly string[][],
  before: number,
): Promise<KeyedId[]> {
  const [values, numbers] = [places.flat(), places.flatMap((place, at) => place.map(() => at))]
  const order = page.page.isBack
    ? sql`place.number desc, work_items.created_at, work_items.id`
    : sql`place.number, work_items.created_at desc, work_items.id desc`
  const { rows } = await sql<KeyedId>`
    select work_items.id, ${page.key} as page_key from work_items
    join unnest(${values}::text[], ${numbers}::int[]) as place(value, number) on place.value::${value.type} = ${value.of}
    where ${where} and ${page.where} order by ${order}
    limit ${page.limit} offset ${Math.max(0, page.offset - before)}`.execute(query(em))
  return rows
}

async function idsFrom(
  em: EntityManager,
  where: RawBuilder<boolean>,
  page: PaginationSql,
): Promise<KeyedId[]> {
  const { rows } = await sql<KeyedId>`
    select work_items.id, ${page.key} as page_key from work_items where ${where} and ${page.where}
    order by ${page.order} limit ${page.limit} offset ${page.offset}`.execute(query(em))
  return rows
}
