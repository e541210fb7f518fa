import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import {
  type ColumnBasedSortKey,
  isNameBasedSortKey,
  type NameBasedSortKey,
  nameBasedSortKeys,
  type OrderKey,
  priorityRank,
  type SortKey,
  sortKeysWithEmptyLast,
  splitOrder,
  stateGroupRank,
} from '#common/work/listing/keys.ts'
import { findNameRank, rankNames } from '#common/work/listing/order.ts'
import { isKeysetColumnType, type OrderColumn, orderBySql } from '../../platform/db/keyset.ts'
import { postgresColumnType } from '../work-items/column-type.ts'
import { type ListingScope, loadSortNames } from './properties.ts'

export interface ListingOrder {
  columns: OrderColumn[]
  by: RawBuilder<unknown>
  /** Names to sort by. Is null if the list is sorted by another property. */
  names: NameSortOrder | null
}

export interface NameSortOrder {
  key: NameBasedSortKey
  descending: boolean
  /** Rank of each name, by id. Equal names have the same rank. */
  ranks: Record<string, number>
  all: readonly NamedRow[]
}

type NamedRow = Awaited<ReturnType<typeof loadSortNames>>[number]

/**
 * Returns the sort order of a listing. `among` is `most` if the listing contains most items of the workspace, and
 * `some` if the listing contains few of them. In the second case, the query should first find the items and then sort
 * them.
 */
export async function loadListingOrder(
  em: EntityManager,
  where: ListingScope,
  order: OrderKey,
  among: 'some' | 'most',
): Promise<ListingOrder> {
  const { key, descending } = splitOrder(order)
  if (!isNameBasedSortKey(key)) return ordered(plainColumn(key, among), key, descending, null)
  const all = await loadSortNames(em, where, nameBasedSortKeys[key].kind)
  const names = { key, descending, all, ranks: rankNames(all) }
  return ordered(
    { value: byName(names), type: 'float8', converter: nameInCursor(names) },
    key,
    descending,
    names,
  )
}

/**
 * Returns the sort columns. Equal values are sorted by newest and then by id, so that pages never overlap.
 * Columns without nulls get no `nulls last`, because no index has that order.
 */
function ordered(
  column: OrderColumn,
  key: SortKey,
  descending: boolean,
  names: NameSortOrder | null,
): ListingOrder {
  const columns = [
    { ...column, descending, canBeNull: sortKeysWithEmptyLast.includes(key) },
    ...(key === 'created_at' ? [] : [newest]),
    lastId,
  ]
  return { columns, by: orderBySql(columns), names }
}

const newest: OrderColumn = { value: sql`work_items.created_at`, type: 'timestamptz', descending: true }
const lastId: OrderColumn = { value: sql`work_items.id`, type: 'uuid', descending: true }

/**
 * Returns the sort column of a property. Sorting by `created_at` would make PostgreSQL scan the index of the
 * whole workspace to find the items of one project. Adding `interval '0'` turns the column into an
 * expression, for which PostgreSQL does not use the index.
 */
function plainColumn(key: ColumnBasedSortKey, among: 'some' | 'most'): OrderColumn {
  if (key === 'priority') return { value: ranked('work_items.priority', priorityRank), type: 'int4' }
  if (key === 'state__group')
    return { value: ranked('work_items.state__group', stateGroupRank), type: 'int4' }
  // Titles are sorted as in the browser: without regard to case first, and numbers by their value.
  if (key === 'name') return { value: sql`work_items.name collate "natural_order"`, type: 'text' }
  const avoidsIndex = key === 'created_at' && among === 'some'
  const value = avoidsIndex ? sql`work_items.created_at + interval '0'` : sql.ref(`work_items.${key}`)
  const type = postgresColumnType(key)
  if (!isKeysetColumnType(type))
    throw new Error(`a list cannot be ordered by ${key}, which is of type ${type}`)
  return { value, type }
}

function ranked(column: string, ranks: Record<string, number>): RawBuilder<unknown> {
  const cases = Object.entries(ranks).map(([name, rank]) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/**
 * Returns SQL for the rank of an item's names. The names are ranked in memory, because there are few of them,
 * and the query sorts the items by rank. Items with a single assignee or label skip the slower subquery.
 */
function byName({ key, ranks }: NameSortOrder): RawBuilder<unknown> {
  const column = sql.ref(`work_items.${nameBasedSortKeys[key].column}`)
  const known = sql`${JSON.stringify(ranks)}::jsonb`
  const rankOf = (id: RawBuilder<unknown>) => sql`(${known} ->> ${id}::text)::int`
  if (!nameBasedSortKeys[key].column.endsWith('_ids')) return rankOf(column)
  return sql`case cardinality(${column}) when 0 then null when 1 then ${rankOf(sql`${column}[1]`)}
    else (select min(${rankOf(sql`one`)}) from unnest(${column}) one) end`
}

/**
 * Converts between rank and name, because a cursor must contain the name: ranks change when names are added.
 */
function nameInCursor({ ranks, all }: NameSortOrder): NonNullable<OrderColumn['converter']> {
  return {
    write: (rank) => String(all.find(({ id }) => ranks[id] === Number(rank))?.name ?? ''),
    read: (name) => String(findNameRank(name, all, ranks)),
  }
}
