import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { namedKeys } from '#common/listing/keys.ts'
import { query } from '../db/orm.ts'
import type { Asked } from './list-page.ts'
import type { Names } from './order.ts'
import { total } from './rows.ts'

interface Flat {
  /** Items in all. */
  found: number
  /** Those on the page, in order. */
  ids: string[]
}

/** What is on a page of a listing without groups. */
export async function readFlat(em: EntityManager, asked: Asked): Promise<Flat> {
  const { where, order, page } = asked
  const from = page.size * page.number
  if (order.names !== null) return readByNames(em, asked, order.names, from)
  return { found: await total(em, where), ids: await idsFrom(em, asked, where, from) }
}

/**
 * By names, where no index has the order. Items with the same people, labels or state have the same place: counted by those, they tell on
 * which the page lies, and only items with those are sorted.
 */
async function readByNames(em: EntityManager, asked: Asked, names: Names, from: number): Promise<Flat> {
  const { column: name } = namedKeys[names.key]
  const column = sql.ref(`work_items.${name}`)
  const { rows } = await sql<Counted>`
    select ${column}::text as value, count(*)::int as count from work_items where ${asked.where} group by ${column}`.execute(
    query(em),
  )
  const found = rows.reduce((sum, { count }) => sum + count, 0)
  const { onPage, before } = cut(rows, names, from, from + asked.page.size)
  if (onPage.length === 0) return { found, ids: [] }
  const type = name.endsWith('_ids') ? sql`uuid[]` : sql`uuid`
  const values = onPage.map(({ value }) => value)
  const isOnPage = sql<boolean>`${column} in (select value::${type} from unnest(${values}::text[]) value)`
  const where = values.includes(null) ? sql<boolean>`(${isOnPage} or ${column} is null)` : isOnPage
  return { found, ids: await idsFrom(em, asked, sql`${asked.where} and ${where}`, from - before) }
}

interface Counted {
  /** One id, ids as PostgreSQL writes an array, or null. */
  value: string | null
  count: number
}

/** The values whose items are on the page, and how many items come before theirs. */
function cut(counted: Counted[], names: Names, from: number, to: number) {
  const places = Map.groupBy(counted, ({ value }) => placeOf(value, names))
  const inOrder = [...places].sort(([a], [b]) => a - b)
  let [before, at] = [0, 0]
  const onPage: Counted[] = []
  for (const [, values] of inOrder) {
    const next = at + values.reduce((sum, { count }) => sum + count, 0)
    if (next <= from) before = next
    else if (at < to) onPage.push(...values)
    at = next
  }
  return { onPage, before }
}

/** That of the first of its names; without one it comes last, whatever the direction. */
function placeOf(value: string | null, { ranks, descending }: Names): number {
  const ids = value?.match(/[^{},]+/g) ?? []
  const first = Math.min(...ids.map((id) => ranks[id] ?? Number.POSITIVE_INFINITY))
  return descending && first !== Number.POSITIVE_INFINITY ? -first : first
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
