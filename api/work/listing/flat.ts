import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type NamedKey, namedKeys } from '#common/work/listing/keys.ts'
import { type Key, readKey } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { cutPage, type PageCursors, type PageSql, pageSql } from '../../platform/db/page.ts'
import type { PageRequest } from './list-page.ts'
import type { Names } from './order.ts'
import { estimateSum, total } from './rows.ts'

interface Flat {
  /** Items in all. */
  found: number
  /** What the estimates of all come to, where that is asked for. */
  sum?: number
  /** Those on the page, in order. */
  ids: string[]
  cursors: PageCursors
}

interface KeyedId {
  id: string
  page_key: Key
}

/** What is on a page of a listing without groups. */
export async function readFlat(em: EntityManager, asked: PageRequest): Promise<Flat> {
  const { where, order } = asked
  const page = pageSql(order.columns, asked.page)
  const sum = asked.sums ? { sum: await estimateSum(em, where) } : {}
  const { found, read } =
    order.names === null
      ? { found: await total(em, where), read: await idsFrom(em, where, page) }
      : await readByNames(em, where, page, order.names)
  const { rows, cursors } = cutPage(page, read)
  return { found, ids: rows.map(({ id }) => id), cursors, ...sum }
}

/**
 * By names, where no index has the order. Items with the same people, labels or state have the same place: counted by those, they tell on
 * which the page lies, and only items with those are sorted.
 */
async function readByNames(
  em: EntityManager,
  where: RawBuilder<boolean>,
  page: PageSql,
  names: Names,
): Promise<{ found: number; read: KeyedId[] }> {
  const { column } = namedKeys[names.key]
  const value = carried(column)
  const { rows } = await sql<Counted>`
    select ${value.of}::text as value, count(*)::int as count from work_items where ${where} group by ${value.of}`.execute(
    query(em),
  )
  const found = rows.reduce((sum, { count }) => sum + count, 0)
  const inOrder = [...Map.groupBy(rows, ({ value }) => placeOf(value, names))].sort(([a], [b]) => a - b)
  const { places, before } =
    page.page.key === undefined ? cut(inOrder, page) : cutAt(inOrder, page, page.page.key, names)
  if (places.length === 0) return { found, read: [] }
  return { found, read: await idsAt(em, where, page, value, places, before) }
}

/** What an item carries in the column. Null is no value that a join could be made by, so an id that nothing has stands for it. */
function carried(column: (typeof namedKeys)[NamedKey]['column']) {
  const ref = sql.ref(`work_items.${column}`)
  if (column.endsWith('_ids')) return { of: ref, type: sql`uuid[]` }
  return { of: sql`coalesce(${ref}, '00000000-0000-0000-0000-000000000000')`, type: sql`uuid` }
}

interface Counted {
  /** One id, or ids as PostgreSQL writes an array. */
  value: string
  count: number
}

type InOrder = readonly (readonly [place: number, values: readonly Counted[]])[]

interface Cut {
  /** Values whose items have one place in the order; among those items the newest is the first. */
  places: string[][]
  /** How many items come before the first. */
  before: number
}

/** The places that a page lies on which is found by counting. */
function cut(inOrder: InOrder, { offset, limit }: PageSql): Cut {
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

/** The places from that of a row on, of whose own place some items are behind the row. */
function cutAt(inOrder: InOrder, { columns, page, limit }: PageSql, key: string, { descending }: Names): Cut {
  const { isBack = false } = page
  const [rank = null] = readKey(columns, key)
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

/** That of the first of its names; without one it comes last, whatever the direction. */
function placeOf(value: string, { ranks, descending }: Names): number {
  const ids = value.match(/[^{},]+/g) ?? []
  const first = Math.min(...ids.map((id) => ranks[id] ?? Number.POSITIVE_INFINITY))
  return descending && first !== Number.POSITIVE_INFINITY ? -first : first
}

/** Ids of the items at these places alone. */
async function idsAt(
  em: EntityManager,
  where: RawBuilder<boolean>,
  page: PageSql,
  value: ReturnType<typeof carried>,
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

async function idsFrom(em: EntityManager, where: RawBuilder<boolean>, page: PageSql): Promise<KeyedId[]> {
  const { rows } = await sql<KeyedId>`
    select work_items.id, ${page.key} as page_key from work_items where ${where} and ${page.where}
    order by ${page.order} limit ${page.limit} offset ${page.offset}`.execute(query(em))
  return rows
}
