import type { WorkItemRow } from '../work-items/schema.ts'
import { columnValueToArray } from './condition.ts'
import {
  canShowEmptyGroups,
  fieldByGroupKey,
  flatListingGroupName,
  type GroupKey,
  noValueGroupName,
} from './keys.ts'
import { type Listing, matchesListing } from './listing.ts'
import { compareItems, type ReferencedRowNameLookup } from './order.ts'

export interface ListingGroup {
  /**
   * Ids of the loaded rows, in order. Empty for a group with sub-groups, because the sub-groups contain the
   * ids.
   */
  ids: string[]
  /** Number of rows in the group, including rows that are not loaded. */
  total: number
  /** Sum of the estimates, in listings that request it. */
  sum?: number
  groups?: ListingGroups
}

export type ListingGroups = Record<string, ListingGroup>

export interface ListingRowChange {
  before: WorkItemRow | null
  after: WorkItemRow | null
}

/** Access to the rows and names that the client has loaded. */
export interface LoadedRowsLookup {
  rowOf: (id: string) => WorkItemRow | undefined
  nameOf: ReferencedRowNameLookup
  /** Returns the number that an estimate value adds to a sum, or null for a value that is not a number. */
  numberOf: EstimateNumberLookup
}

export type EstimateNumberLookup = (estimatePoint: string) => number | null

/**
 * Groups that are shown even if they are empty. Only properties whose values are all known have such groups.
 */
export interface AlwaysShownGroups {
  groups?: readonly string[]
  sub_groups?: readonly string[]
}

/** Computes the groups, order and totals of a whole listing from its rows. */
export function arrangeIntoGroups(
  listing: Listing,
  rows: readonly WorkItemRow[],
  nameOf: ReferencedRowNameLookup,
  known: AlwaysShownGroups = {},
  numberOf: EstimateNumberLookup = () => null,
): ListingGroups {
  const found = new Map(rows.map((row) => [row.id, row]))
  const moves = rows.map((after) => ({ before: null, after }))
  const groups = applyRowChanges(listing, {}, moves, { rowOf: (id) => found.get(id), nameOf, numberOf })
  return withKnown(listing, groups, known)
}

function withKnown(listing: Listing, groups: ListingGroups, known: AlwaysShownGroups): ListingGroups {
  const names = allNames(listing.group_by, known.groups, Object.keys(groups))
  const lanes = (group: ListingGroup | undefined) =>
    Object.fromEntries(
      allNames(listing.sub_group_by, known.sub_groups, Object.keys(group?.groups ?? {})).map((name) => [
        name,
        group?.groups?.[name] ?? emptyGroup(listing),
      ]),
    )
  return Object.fromEntries(
    names.map((name): [string, ListingGroup] => {
      const group = groups[name] ?? emptyGroup(listing)
      return [name, listing.sub_group_by === null ? group : { ...group, groups: lanes(groups[name]) }]
    }),
  )
}

function allNames(
  key: GroupKey | null,
  known: readonly string[] | undefined,
  found: readonly string[],
): string[] {
  if (key === null) return [flatListingGroupName]
  return canShowEmptyGroups(key) ? [...new Set([...(known ?? []), ...found])] : [...found]
}

/**
 * Updates the groups after rows changed from `before` to `after`; null means that the row does not exist.
 * Unchanged groups stay the same objects, so that only changed columns render again. A row after the loaded
 * part of a group is counted but not shown.
 */
export function applyRowChanges(
  listing: Listing,
  groups: ListingGroups,
  moves: readonly ListingRowChange[],
  { rowOf, nameOf, numberOf }: LoadedRowsLookup,
): ListingGroups {
  const order: Order = (a, b) => compareItems(listing.order_by, a, b, nameOf)
  const shifts = shiftsOf(listing, moves, order)
  if (shifts.length === 0) return groups
  const next = { ...groups }
  const copied = new Set<string>()
  for (const shift of shifts) {
    const { group, sub } = shift
    const [among, name, key] =
      sub === null
        ? ([next, group, listing.group_by] as const)
        : ([ownSubGroups(next, group, copied, emptyGroup(listing)), sub, listing.sub_group_by] as const)
    const known = among[name] ?? emptyGroup(listing)
    const placed = shifted(known, shift, order, rowOf)
    setGroup(among, name, listing.estimate_sum ? summed(known, placed, shift, numberOf) : placed, key)
  }
  if (listing.sub_group_by !== null) recount(listing, groups, next, moves, numberOf)
  return next
}

type Order = (a: WorkItemRow, b: WorkItemRow) => number

/** For each group, collects the rows that leave it and the rows that enter it. */
function shiftsOf(listing: Listing, moves: readonly ListingRowChange[], order: Order): Shift[] {
  const shifts = new Map<string, Shift>()
  for (const move of moves) {
    const { from, to } = leftAndEntered(listing, move, order)
    for (const [path, at] of from)
      if (move.before) shiftOf(shifts, path, at).left.set(move.before.id, move.before)
    for (const [path, at] of to) if (move.after) shiftOf(shifts, path, at).arrived.push(move.after)
  }
  return [...shifts.values()]
}

/**
 * Returns the groups that a row leaves and enters. If the row stays at the same position in a group, it neither
 * leaves nor enters this group.
 */
function leftAndEntered(listing: Listing, { before, after }: ListingRowChange, order: Order) {
  const from = cellsOf(listing, before)
  const to = cellsOf(listing, after)
  const stays =
    before !== null &&
    after !== null &&
    order(before, after) === 0 &&
    !(listing.estimate_sum && before.estimate_point !== after.estimate_point)
  return stays ? { from: without(from, to), to: without(to, from) } : { from, to }
}

function without<Value>(
  all: ReadonlyMap<string, Value>,
  others: ReadonlyMap<string, unknown>,
): [string, Value][] {
  return [...all].filter(([path]) => !others.has(path))
}

/**
 * Copies the sub-groups of a group before their first change in this call of `applyRowChanges`, because the
 * caller's groups must not change.
 */
function ownSubGroups(
  next: ListingGroups,
  name: string,
  copied: Set<string>,
  empty: ListingGroup,
): ListingGroups {
  const group = next[name] ?? empty
  if (copied.has(name) && group.groups !== undefined) return group.groups
  copied.add(name)
  const own = { ...group.groups }
  next[name] = { ...group, groups: own }
  return own
}

/** The rows that leave and the rows that enter one group or sub-group. */
interface Shift {
  group: string
  sub: string | null
  left: Map<string, WorkItemRow>
  arrived: WorkItemRow[]
}

type Cell = Pick<Shift, 'group' | 'sub'>

function shiftOf(shifts: Map<string, Shift>, path: string, at: Cell): Shift {
  const known = shifts.get(path)
  if (known !== undefined) return known
  const created = { ...at, left: new Map<string, WorkItemRow>(), arrived: [] }
  shifts.set(path, created)
  return created
}

const emptyUnsummed: ListingGroup = { ids: [], total: 0 }
const emptySummed: ListingGroup = { ...emptyUnsummed, sum: 0 }

function emptyGroup({ estimate_sum }: Listing): ListingGroup {
  return estimate_sum ? emptySummed : emptyUnsummed
}

const noCells: ReadonlyMap<string, Cell> = new Map()

/** Returns all groups and sub-groups that contain the row, each under a unique key. */
function cellsOf(listing: Listing, row: WorkItemRow | null): ReadonlyMap<string, Cell> {
  if (row === null || !matchesListing(listing, row)) return noCells
  const subs = listing.sub_group_by === null ? [null] : groupKeysOfRow(listing.sub_group_by, row)
  const cells = topGroups(listing, row).flatMap((group) =>
    subs.map((sub): [string, Cell] => [JSON.stringify([group, sub]), { group, sub }]),
  )
  return new Map(cells)
}

function topGroups(listing: Listing, row: WorkItemRow): readonly string[] {
  return listing.group_by === null ? [flatListingGroupName] : groupKeysOfRow(listing.group_by, row)
}

/**
 * Returns the groups of a row: one for each of its labels, assignees or modules, or the group for items
 * without a value.
 */
export function groupKeysOfRow(key: GroupKey, row: WorkItemRow): readonly string[] {
  const values = columnValueToArray(row[fieldByGroupKey[key]])
  return values.length === 0 ? [noValueGroupName] : values
}

function shifted(
  group: ListingGroup,
  { left, arrived }: Pick<Shift, 'left' | 'arrived'>,
  order: Order,
  rowOf: LoadedRowsLookup['rowOf'],
): ListingGroup {
  // Remove all rows before adding any, so that no row is compared with a row that is about to move.
  const ids = left.size === 0 ? [...group.ids] : group.ids.filter((id) => !left.has(id))
  let total = Math.max(0, group.total - left.size)
  for (const row of arrived.toSorted(order)) {
    if (ids.includes(row.id)) continue
    const at = insertionIndex(ids, row, order, rowOf)
    const isBehindLoaded = at === ids.length && ids.length < total
    if (!isBehindLoaded) ids.splice(at, 0, row.id)
    total++
  }
  return { ...group, ids, total }
}

/** Adjusts the sum by the estimates of the rows that left the group and of the rows that are new in it. */
function summed(
  before: ListingGroup,
  after: ListingGroup,
  { left, arrived }: Shift,
  numberOf: EstimateNumberLookup,
): ListingGroup {
  let sum = before.sum ?? 0
  for (const row of left.values()) sum -= estimateOf(row, numberOf)
  for (const row of arrived)
    if (left.has(row.id) || !before.ids.includes(row.id)) sum += estimateOf(row, numberOf)
  return { ...after, sum: roundSum(sum) }
}

function insertionIndex(
  ids: readonly string[],
  row: WorkItemRow,
  order: Order,
  rowOf: LoadedRowsLookup['rowOf'],
): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = rowOf(ids[middle] ?? '')
    if (other !== undefined && order(other, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Stores a group. If the possible values of the property are not known in advance, an empty group is removed
 * instead.
 */
function setGroup(groups: ListingGroups, name: string, group: ListingGroup, key: GroupKey | null): void {
  if (group.total === 0 && key !== null && !canShowEmptyGroups(key)) delete groups[name]
  else groups[name] = group
}

/**
 * Corrects the totals of groups with sub-groups. A row can be in several sub-groups of a group, but counts only
 * once in the total of the group.
 */
function recount(
  listing: Listing,
  groups: ListingGroups,
  next: ListingGroups,
  moves: readonly ListingRowChange[],
  numberOf: EstimateNumberLookup,
): void {
  for (const [name, { total, sum }] of differencesOf(listing, groups, moves, numberOf)) {
    const group = next[name]
    if (group === undefined || (total === 0 && sum === 0)) continue
    const counted = { ...group, total: group.total + total }
    if (listing.estimate_sum) counted.sum = roundSum((group.sum ?? 0) + sum)
    setGroup(next, name, counted, listing.group_by)
  }
}

/** Computes how the total and the sum of each group change. */
function differencesOf(
  listing: Listing,
  groups: ListingGroups,
  moves: readonly ListingRowChange[],
  numberOf: EstimateNumberLookup,
) {
  const differences = new Map<string, { total: number; sum: number }>()
  const count = (name: string, by: number, row: WorkItemRow | null) => {
    const { total, sum } = differences.get(name) ?? { total: 0, sum: 0 }
    differences.set(name, { total: total + by, sum: sum + by * estimateOf(row, numberOf) })
  }
  for (const { before, after } of moves) {
    for (const name of groupsFor(listing, before)) count(name, -1, before)
    for (const name of groupsFor(listing, after)) {
      if (before !== null || !containsRow(groups[name], after)) count(name, 1, after)
    }
  }
  return differences
}

function estimateOf(row: WorkItemRow | null, numberOf: EstimateNumberLookup): number {
  return row === null || row.estimate_point === null ? 0 : (numberOf(row.estimate_point) ?? 0)
}

/** Rounds a sum of values that have at most two decimals. */
function roundSum(sum: number): number {
  // Adding 0 turns -0 into 0, because JavaScript can show -0 as "-0".
  return Math.round(sum * 100) / 100 + 0
}

function groupsFor(listing: Listing, row: WorkItemRow | null): readonly string[] {
  return row === null || !matchesListing(listing, row) ? [] : topGroups(listing, row)
}

function containsRow(group: ListingGroup | undefined, row: WorkItemRow | null): boolean {
  return Object.values(group?.groups ?? {}).some(({ ids }) => row !== null && ids.includes(row.id))
}
