import type { WorkItemRow } from '../work-items/schema.ts'
import { columnValueToArray } from './condition.ts'
import {
  type ColumnBasedSortKey,
  isNameBasedSortKey,
  nameBasedSortKeys,
  type OrderKey,
  priorityRank,
  splitOrder,
  stateGroupRank,
} from './keys.ts'
import type { ReferencedRowKind } from './properties.ts'

/**
 * A function that returns the name of a referenced row, or null if the row is unknown or deleted. For an
 * estimate value, it returns a number, because estimate values are sorted by number.
 */
export type ReferencedRowNameLookup = (kind: ReferencedRowKind, id: string) => string | number | null

type Name = string | number

/**
 * Compares two items. Items without a value come last in both directions. Items with equal values are sorted by
 * creation time, newest first, and then by id, so that the order of two items is always defined.
 */
export function compareItems(
  order: OrderKey,
  a: WorkItemRow,
  b: WorkItemRow,
  nameOf: ReferencedRowNameLookup,
): number {
  const { key, descending } = splitOrder(order)
  const value = isNameBasedSortKey(key)
    ? (row: WorkItemRow) =>
        firstName(columnValueToArray(row[nameBasedSortKeys[key].column]), nameBasedSortKeys[key].kind, nameOf)
    : (row: WorkItemRow) => plainValue(key, row)
  const [left, right] = [value(a), value(b)]
  if (left === right) return compareAge(a, b)
  if (left === null) return 1
  if (right === null) return -1
  const isByName = isNameBasedSortKey(key) || key === 'name'
  const ascending = isByName ? compareNames(left, right) : left < right ? -1 : 1
  if (ascending === 0) return compareAge(a, b)
  return descending ? -ascending : ascending
}

function compareAge(a: WorkItemRow, b: WorkItemRow): number {
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1
  if (a.id === b.id) return 0
  return a.id > b.id ? -1 : 1
}

/**
 * Assigns ranks to names; equal names have equal ranks. The server sorts by ranks instead of names, because
 * PostgreSQL and browsers sort names differently.
 */
export function rankNames(names: readonly { id: string; name: Name }[]): Record<string, number> {
  const sorted = names.toSorted((a, b) => compareNames(a.name, b.name))
  const ranks: Record<string, number> = {}
  let rank = 0
  for (const [at, { id, name }] of sorted.entries()) {
    const before = sorted[at - 1]
    if (before !== undefined && compareNames(before.name, name) !== 0) rank++
    ranks[id] = rank
  }
  return ranks
}

/**
 * Returns the rank of a name. If the name is not in the list, returns a number between the ranks of its neighbors. If
 * the names in the list are numbers, `text` is the number as text.
 */
export function findNameRank(
  text: string,
  names: readonly { id: string; name: Name }[],
  ranks: Readonly<Record<string, number>>,
): number {
  const wanted = typeof names[0]?.name === 'number' ? Number(text) : text
  let rank = -0.5
  for (const { id, name } of names) {
    const place = ranks[id] ?? 0
    const order = compareNames(name, wanted)
    if (order === 0) return place
    if (order < 0) rank = Math.max(rank, place + 0.5)
  }
  return rank
}

function compareNames(a: Name, b: Name): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

/** The collation `natural_order` of the database sorts titles in the same order. */
const collator = new Intl.Collator('en', { numeric: true })

/** Returns the alphabetically first name of several labels, people or modules. */
function firstName(
  ids: readonly string[],
  kind: ReferencedRowKind,
  nameOf: ReferencedRowNameLookup,
): Name | null {
  let first: Name | null = null
  for (const id of ids) {
    const name = nameOf(kind, id)
    if (name !== null && (first === null || compareNames(name, first) < 0)) first = name
  }
  return first
}

function plainValue(key: ColumnBasedSortKey, row: WorkItemRow): Name | null {
  if (key === 'priority') return priorityRank[row.priority]
  if (key === 'state__group') return stateGroupRank[row.state__group]
  return row[key]
}
