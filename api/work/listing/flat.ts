import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type NamedKey, namedKeys } from '#common/work/listing/keys.ts'
import { query } from '../../platform/db/orm.ts'
import type { Asked } from './list-page.ts'
import type { Names } from './order.ts'
import { estimateSum, total } from './rows.ts'

interface Flat {
  /** Items in all. */
  found: number
  /** What the estimates of all come to, where that is asked for. */
  sum?: number
  /** Those on the page, in order. */
  ids: string[]
}

/** What is on a page of a listing without groups. */
export async function readFlat(em: EntityManager, asked: Asked): Promise<Flat> {
  const { where, order, page } = asked
  const from = page.size * page.number
  const sum = asked.sums ? { sum: await estimateSum(em, where) } : {}
  if (order.names !== null) return { ...(await readByNames(em, asked, order.names, from)), ...sum }
  return { found: await total(em, where), ids: await idsFrom(em, asked, where, from), ...sum }
}

/**
 * By names, where no index has the order. Items with the same people, labels or state have the same place: counted by those, they tell on
 * which the page lies, and only items with those are sorted.
 */
async function readByNames(em: EntityManager, asked: Asked, names: Names, from: number): Promise<Flat> {
  const { column } = namedKeys[names.key]
  const value = carried(column)
  const { rows } = await sql<Counted>`
    select ${value.of}::text as value, count(*)::int as count from work_items where ${asked.where} group by ${value.of}`.execute(
    query(em),
  )
  const found = rows.reduce((sum, { count }) => sum + count, 0)
  const { places, before } = cut(rows, names, from, from + asked.page.size)
  if (places.length === 0) return { found, ids: [] }
  return { found, ids: await idsAt(em, asked, value, places, from - before) }
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

/** Values whose items stand in one place, among which the newest is the first. */
type Place = string[]

/** The places that the page lies on, in order, and how many items come before the first. */
function cut(counted: Counted[], names: Names, from: number, to: number) {
  const inOrder = [...Map.groupBy(counted, ({ value }) => placeOf(value, names))].sort(([a], [b]) => a - b)
  let [before, at] = [0, 0]
  const places: Place[] = []
  for (const [, values] of inOrder) {
    const next = at + values.reduce((sum, { count }) => sum + count, 0)
    if (next <= from) before = next
    else if (at < to) places.push(values.map(({ value }) => value))
    at = next
  }
  return { places, before }
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
  { where, page }: Asked,
  value: ReturnType<typeof carried>,
  places: Place[],
  offset: number,
): Promise<string[]> {
  const [values, numbers] = [places.flat(), places.flatMap((place, at) => place.map(() => at))]
  const { rows } = await sql<{ id: string }>`
    select work_items.id from work_items
    join unnest(${values}::text[], ${numbers}::int[]) as place(value, number) on place.value::${value.type} = ${value.of}
    where ${where} order by place.number, work_items.created_at desc, work_items.id desc
    limit ${page.size} offset ${offset}`.execute(query(em))
  return rows.map((row) => row.id)
}

async function idsFrom(
  em: EntityManager,
  { order, page }: Asked,
  where: RawBuilder<boolean>,
  offset: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select work_items.id from work_items where ${where}
    order by ${order.by} limit ${page.size} offset ${offset}`.execute(query(em))
  return rows.map((row) => row.id)
}
