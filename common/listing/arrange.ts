import type { WorkItemRow } from '../work-items/schema.ts'
import { type GroupKey, type OrderKey, priorityRank, type SortKey } from './keys.ts'

/**
 * What a listing means in the browser; `api/listing/` says the same in SQL, and a property test holds the two together.
 */
export interface Listing {
  project_id: string
  group_by: GroupKey
  order_by: OrderKey
}

export interface Group {
  /** Loaded ids, in order. */
  ids: string[]
  /** How many rows the group has, loaded or not. */
  total: number
}

export type Groups = Record<string, Group>

export function matches(listing: Listing, row: WorkItemRow): boolean {
  return (
    row.project_id === listing.project_id &&
    row.archived_at === null &&
    !row.is_draft &&
    row.state__group !== 'triage'
  )
}

export function groupOf(listing: Listing, row: WorkItemRow): string {
  return row[listing.group_by]
}

/** Nulls last in either direction; ties by newest, then by id, so that the order is total. */
export function compare(order: OrderKey, a: WorkItemRow, b: WorkItemRow): number {
  const descending = order.startsWith('-')
  const key = (descending ? order.slice(1) : order) as SortKey
  const left = sortValue(key, a)
  const right = sortValue(key, b)
  if (left !== right) {
    if (left === null) return 1
    if (right === null) return -1
    const ascending = left < right ? -1 : 1
    return descending ? -ascending : ascending
  }
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1
  if (a.id === b.id) return 0
  return a.id > b.id ? -1 : 1
}

export interface Move {
  before: WorkItemRow | null
  after: WorkItemRow | null
}

/**
 * The groups after rows went from `before` to `after`; null stands for "not there". Groups that do not change keep their
 * identity, so only their columns render. A row that falls behind the loaded part of a group is counted, not shown.
 */
export function place(
  listing: Listing,
  groups: Groups,
  moves: readonly Move[],
  rowOf: (id: string) => WorkItemRow | undefined,
): Groups {
  const placed = moves
    .map((move) => ({ ...move, from: keyIn(listing, move.before), to: keyIn(listing, move.after) }))
    .filter(({ before, after, from, to }) => {
      if (from === null && to === null) return false
      return !(from === to && before && after && compare(listing.order_by, before, after) === 0)
    })
  if (placed.length === 0) return groups
  const next = { ...groups }
  // All rows leave before any arrives, so that none is placed among rows that are about to move.
  for (const { before, from } of placed) {
    if (before === null || from === null) continue
    const group = next[from] ?? emptyGroup
    next[from] = { ids: group.ids.filter((id) => id !== before.id), total: Math.max(0, group.total - 1) }
  }
  for (const { after, to } of placed) {
    if (after !== null && to !== null) next[to] = insert(listing, next[to] ?? emptyGroup, after, rowOf)
  }
  return next
}

function keyIn(listing: Listing, row: WorkItemRow | null): string | null {
  return row !== null && matches(listing, row) ? groupOf(listing, row) : null
}

const emptyGroup: Group = { ids: [], total: 0 }

function insert(
  listing: Listing,
  group: Group,
  row: WorkItemRow,
  rowOf: (id: string) => WorkItemRow | undefined,
): Group {
  if (group.ids.includes(row.id)) return group
  let low = 0
  let high = group.ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = rowOf(group.ids[middle] ?? '')
    if (other !== undefined && compare(listing.order_by, other, row) < 0) low = middle + 1
    else high = middle
  }
  const everythingLoaded = group.ids.length >= group.total
  if (low === group.ids.length && !everythingLoaded) return { ids: group.ids, total: group.total + 1 }
  return { ids: group.ids.toSpliced(low, 0, row.id), total: group.total + 1 }
}

function sortValue(key: SortKey, row: WorkItemRow): string | number | null {
  return key === 'priority' ? priorityRank[row.priority] : row[key]
}
