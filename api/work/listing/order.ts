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
import { rankNames } from '#common/work/listing/order.ts'
import type { NamedKind } from '#common/work/listing/properties.ts'
import { namesOf, type Where } from './properties.ts'

export interface Order {
  by: RawBuilder<unknown>
  /** Where it goes by what things are called. */
  names: Names | null
}

export interface Names {
  key: NamedKey
  descending: boolean
  /** The place of each thing's name among all of them; things of one name have one place. */
  ranks: Record<string, number>
}

/** `among` is what is put in order: some items of the workspace, which have to be found first, or most of it. */
export async function orderOf(
  em: EntityManager,
  where: Where,
  order: OrderKey,
  among: 'some' | 'most',
): Promise<Order> {
  const { key, descending } = splitOrder(order)
  if (!isNamed(key)) return { by: directed(plain(key, among), key, descending), names: null }
  const names = { key, descending, ranks: await ranksOf(em, where, namedKeys[key].kind) }
  return { by: directed(byName(names), key, descending), names }
}

/**
 * Nulls last in either direction; ties by newest, then by id, so that pages never overlap. A column that is never null says nothing of
 * nulls: `desc nulls last` is an order that no index has.
 */
function directed(value: RawBuilder<unknown>, key: SortKey, descending: boolean): RawBuilder<unknown> {
  const nulls = emptyLast.includes(key) ? sql` nulls last` : sql``
  const direction = sql`${descending ? sql`desc` : sql`asc`}${nulls}`
  const newest = key === 'created_at' ? sql`` : sql`work_items.created_at desc, `
  return sql`${value} ${direction}, ${newest}work_items.id desc`
}

/**
 * An index has a workspace's items from the newest on. To find the items of one project, or of one person, PostgreSQL would walk through a
 * million of others only to have them in order; of an expression no index has the order.
 */
function plain(key: PlainKey, among: 'some' | 'most'): RawBuilder<unknown> {
  if (key === 'created_at' && among === 'some') return sql`work_items.created_at + interval '0'`
  if (key === 'priority') return ranked('work_items.priority', priorityRank)
  if (key === 'state__group') return ranked('work_items.state__group', stateGroupRank)
  return sql.ref(`work_items.${key}`)
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

async function ranksOf(em: EntityManager, where: Where, kind: NamedKind): Promise<Record<string, number>> {
  return rankNames(await namesOf(em, where, kind))
}
