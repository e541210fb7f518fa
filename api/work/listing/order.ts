import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import {
  emptyLast,
  isNamed,
  type NamedKey,
  namedKeys,
  type OrderKey,
  type PlainKey,
  priorityRank,
  type SortKey,
  splitOrder,
  stateGroupRank,
} from '#common/work/listing/keys.ts'
import { rankNames, rankOfName } from '#common/work/listing/order.ts'
import { isKeyType, type OrderColumn, orderBy } from '../../platform/db/keyset.ts'
import { columnType } from '../work-items/column-type.ts'
import { namesOf, type Where } from './properties.ts'

export interface Order {
  columns: OrderColumn[]
  by: RawBuilder<unknown>
  /** Where it goes by what things are called. */
  names: Names | null
}

export interface Names {
  key: NamedKey
  descending: boolean
  /** The place of each thing's name among all of them; things of one name have one place. */
  ranks: Record<string, number>
  all: readonly NamedRow[]
}

type NamedRow = Awaited<ReturnType<typeof namesOf>>[number]

/** `among` is what is put in order: some items of the workspace, which have to be found first, or most of it. */
export async function orderOf(
  em: EntityManager,
  where: Where,
  order: OrderKey,
  among: 'some' | 'most',
): Promise<Order> {
  const { key, descending } = splitOrder(order)
  if (!isNamed(key)) return ordered(plain(key, among), key, descending, null)
  const all = await namesOf(em, where, namedKeys[key].kind)
  const names = { key, descending, all, ranks: rankNames(all) }
  return ordered({ value: byName(names), type: 'float8', held: heldName(names) }, key, descending, names)
}

/**
 * Ties by newest, then by id, so that pages never overlap. A column that is never null says nothing of nulls: `desc nulls last` is an order
 * that no index has.
 */
function ordered(column: OrderColumn, key: SortKey, descending: boolean, names: Names | null): Order {
  const columns = [
    { ...column, descending, canBeNull: emptyLast.includes(key) },
    ...(key === 'created_at' ? [] : [newest]),
    lastId,
  ]
  return { columns, by: orderBy(columns), names }
}

const newest: OrderColumn = { value: sql`work_items.created_at`, type: 'timestamptz', descending: true }
const lastId: OrderColumn = { value: sql`work_items.id`, type: 'uuid', descending: true }

/**
 * An index has a workspace's items from the newest on. To find the items of one project, or of one person, PostgreSQL would walk through a
 * million of others only to have them in order; of an expression no index has the order.
 */
function plain(key: PlainKey, among: 'some' | 'most'): OrderColumn {
  if (key === 'priority') return { value: ranked('work_items.priority', priorityRank), type: 'int4' }
  if (key === 'state__group')
    return { value: ranked('work_items.state__group', stateGroupRank), type: 'int4' }
  const isWalked = key === 'created_at' && among === 'some'
  const value = isWalked ? sql`work_items.created_at + interval '0'` : sql.ref(`work_items.${key}`)
  const type = columnType(key)
  if (!isKeyType(type)) throw new Error(`a list cannot be ordered by ${key}, which is of type ${type}`)
  return { value, type }
}

function ranked(column: string, ranks: Record<string, number>): RawBuilder<unknown> {
  const cases = Object.entries(ranks).map(([name, rank]) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/**
 * The names are few where the items are many: they are put in order here, and the items sorted by their places in it. Most items have
 * one person or label, who is looked up without the subquery that several take.
 */
function byName({ key, ranks }: Names): RawBuilder<unknown> {
  const column = sql.ref(`work_items.${namedKeys[key].column}`)
  const known = sql`${JSON.stringify(ranks)}::jsonb`
  const rankOf = (id: RawBuilder<unknown>) => sql`(${known} ->> ${id}::text)::int`
  if (!namedKeys[key].column.endsWith('_ids')) return rankOf(column)
  return sql`case cardinality(${column}) when 0 then null when 1 then ${rankOf(sql`${column}[1]`)}
    else (select min(${rankOf(sql`one`)}) from unnest(${column}) one) end`
}

/** A cursor holds the name itself: by the time it comes back, others may have been added before it. */
function heldName({ ranks, all }: Names): NonNullable<OrderColumn['held']> {
  return {
    write: (rank) => String(all.find(({ id }) => ranks[id] === Number(rank))?.name ?? ''),
    read: (name) => String(rankOfName(name, all, ranks)),
  }
}
