import type { WorkItemRow } from '../work-items/schema.ts'
import { valuesOf } from './condition.ts'
import { flatGroup, type GroupKey, groupColumns, isKnownInFull, noneGroup } from './keys.ts'
import { type Listing, matches } from './listing.ts'
import { compare, type NameOf } from './order.ts'

export interface Group {
  /** Loaded ids, in order; of a group with sub-groups these hold them. */
  ids: string[]
  /** How many rows the group has, loaded or not. */
  total: number
  /** What their estimates come to, in listings that say it. */
  sum?: number
  groups?: Groups
}

export type Groups = Record<string, Group>

export interface Move {
  before: WorkItemRow | null
  after: WorkItemRow | null
}

/** How the browser gets at rows and names: by what it has loaded. */
export interface Lookup {
  rowOf: (id: string) => WorkItemRow | undefined
  nameOf: NameOf
  /** What an item's estimate adds to a sum; null where there is nothing to add. */
  numberOf: NumberOf
}

export type NumberOf = (estimatePoint: string) => number | null

/** Groups that are shown although nothing may be in them; only for keys whose values are known in full. */
export interface KnownGroups {
  groups?: readonly string[]
  sub_groups?: readonly string[]
}

/** All of a listing, computed from rows. */
export function arrange(
  listing: Listing,
  rows: readonly WorkItemRow[],
  nameOf: NameOf,
  known: KnownGroups = {},
  numberOf: NumberOf = () => null,
): Groups {
  const found = new Map(rows.map((row) => [row.id, row]))
  const moves = rows.map((after) => ({ before: null, after }))
  const groups = place(listing, {}, moves, { rowOf: (id) => found.get(id), nameOf, numberOf })
  return withKnown(listing, groups, known)
}

function withKnown(listing: Listing, groups: Groups, known: KnownGroups): Groups {
  const names = inFull(listing.group_by, known.groups, Object.keys(groups))
  const lanes = (group: Group | undefined) =>
    Object.fromEntries(
      inFull(listing.sub_group_by, known.sub_groups, Object.keys(group?.groups ?? {})).map((name) => [
        name,
        group?.groups?.[name] ?? emptyGroup(listing),
      ]),
    )
  return Object.fromEntries(
    names.map((name): [string, Group] => {
      const group = groups[name] ?? emptyGroup(listing)
      return [name, listing.sub_group_by === null ? group : { ...group, groups: lanes(groups[name]) }]
    }),
  )
}

function inFull(
  key: GroupKey | null,
  known: readonly string[] | undefined,
  found: readonly string[],
): string[] {
  if (key === null) return [flatGroup]
  return isKnownInFull(key) ? [...new Set([...(known ?? []), ...found])] : [...found]
}

/**
 * The groups after rows went from `before` to `after`; null stands for "not there". Groups that do not change keep their
 * identity, so only their columns render. A row that falls behind the loaded part of a group is counted, not shown.
 */
export function place(
  listing: Listing,
  groups: Groups,
  moves: readonly Move[],
  { rowOf, nameOf, numberOf }: Lookup,
): Groups {
  const order: Order = (a, b) => compare(listing.order_by, a, b, nameOf)
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
    put(among, name, listing.estimate_sum ? summed(known, placed, shift, numberOf) : placed, key)
  }
  if (listing.sub_group_by !== null) recount(listing, groups, next, moves, numberOf)
  return next
}

type Order = (a: WorkItemRow, b: WorkItemRow) => number

/** What each group loses and gets. */
function shiftsOf(listing: Listing, moves: readonly Move[], order: Order): Shift[] {
  const shifts = new Map<string, Shift>()
  for (const move of moves) {
    const { from, to } = leftAndEntered(listing, move, order)
    for (const [path, at] of from)
      if (move.before) shiftAt(shifts, path, at).left.set(move.before.id, move.before)
    for (const [path, at] of to) if (move.after) shiftAt(shifts, path, at).arrived.push(move.after)
  }
  return [...shifts.values()]
}

/** Which groups a row leaves and enters; where it stays, among the same neighbours, it does neither. */
function leftAndEntered(listing: Listing, { before, after }: Move, order: Order) {
  const from = placesOf(listing, before)
  const to = placesOf(listing, after)
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

/** Sub-groups that may be changed in place: copied once a call, so that the caller's stay as they were. */
function ownSubGroups(next: Groups, name: string, copied: Set<string>, empty: Group): Groups {
  const group = next[name] ?? empty
  if (copied.has(name) && group.groups !== undefined) return group.groups
  copied.add(name)
  const own = { ...group.groups }
  next[name] = { ...group, groups: own }
  return own
}

/** What happens to one group, or one sub-group of it. */
interface Shift {
  group: string
  sub: string | null
  left: Map<string, WorkItemRow>
  arrived: WorkItemRow[]
}

type Place = Pick<Shift, 'group' | 'sub'>

function shiftAt(shifts: Map<string, Shift>, path: string, at: Place): Shift {
  const known = shifts.get(path)
  if (known !== undefined) return known
  const made = { ...at, left: new Map<string, WorkItemRow>(), arrived: [] }
  shifts.set(path, made)
  return made
}

const nothing: Group = { ids: [], total: 0 }
const nothingSummed: Group = { ...nothing, sum: 0 }

function emptyGroup({ estimate_sum }: Listing): Group {
  return estimate_sum ? nothingSummed : nothing
}

const nowhere: ReadonlyMap<string, Place> = new Map()

/** Everywhere that a row stands, by a name for the place. */
function placesOf(listing: Listing, row: WorkItemRow | null): ReadonlyMap<string, Place> {
  if (row === null || !matches(listing, row)) return nowhere
  const subs = listing.sub_group_by === null ? [null] : groupsOf(listing.sub_group_by, row)
  const places = topGroups(listing, row).flatMap((group) =>
    subs.map((sub): [string, Place] => [JSON.stringify([group, sub]), { group, sub }]),
  )
  return new Map(places)
}

function topGroups(listing: Listing, row: WorkItemRow): readonly string[] {
  return listing.group_by === null ? [flatGroup] : groupsOf(listing.group_by, row)
}

/** The groups that a row is in: one for each of its labels, people or modules, or the one for having none. */
export function groupsOf(key: GroupKey, row: WorkItemRow): readonly string[] {
  const values = valuesOf(row[groupColumns[key]])
  return values.length === 0 ? [noneGroup] : values
}

function shifted(
  group: Group,
  { left, arrived }: Pick<Shift, 'left' | 'arrived'>,
  order: Order,
  rowOf: Lookup['rowOf'],
): Group {
  // All rows leave before any arrives, so that none is placed among rows that are about to move.
  const ids = left.size === 0 ? [...group.ids] : group.ids.filter((id) => !left.has(id))
  let total = Math.max(0, group.total - left.size)
  for (const row of arrived.toSorted(order)) {
    if (ids.includes(row.id)) continue
    const at = placeFor(ids, row, order, rowOf)
    const isBehindLoaded = at === ids.length && ids.length < total
    if (!isBehindLoaded) ids.splice(at, 0, row.id)
    total++
  }
  return { ...group, ids, total }
}

/** Of what the group was, when these rows have left it and those have come that were not in it before. */
function summed(before: Group, after: Group, { left, arrived }: Shift, numberOf: NumberOf): Group {
  let sum = before.sum ?? 0
  for (const row of left.values()) sum -= addedBy(row, numberOf)
  for (const row of arrived)
    if (left.has(row.id) || !before.ids.includes(row.id)) sum += addedBy(row, numberOf)
  return { ...after, sum: exact(sum) }
}

function placeFor(ids: readonly string[], row: WorkItemRow, order: Order, rowOf: Lookup['rowOf']): number {
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

/** A group of a key whose values are not known in full is there as long as something is in it. */
function put(groups: Groups, name: string, group: Group, key: GroupKey | null): void {
  if (group.total === 0 && key !== null && !isKnownInFull(key)) delete groups[name]
  else groups[name] = group
}

/** A row that stands in several sub-groups of a group counts once in it, and not again when it was there already. */
function recount(
  listing: Listing,
  groups: Groups,
  next: Groups,
  moves: readonly Move[],
  numberOf: NumberOf,
): void {
  for (const [name, { total, sum }] of differencesOf(listing, groups, moves, numberOf)) {
    const group = next[name]
    if (group === undefined || (total === 0 && sum === 0)) continue
    const counted = { ...group, total: group.total + total }
    if (listing.estimate_sum) counted.sum = exact((group.sum ?? 0) + sum)
    put(next, name, counted, listing.group_by)
  }
}

/** By group how many rows more it has, and what they come to more. */
function differencesOf(listing: Listing, groups: Groups, moves: readonly Move[], numberOf: NumberOf) {
  const differences = new Map<string, { total: number; sum: number }>()
  const count = (name: string, by: number, row: WorkItemRow | null) => {
    const { total, sum } = differences.get(name) ?? { total: 0, sum: 0 }
    differences.set(name, { total: total + by, sum: sum + by * addedBy(row, numberOf) })
  }
  for (const { before, after } of moves) {
    for (const name of groupsFor(listing, before)) count(name, -1, before)
    for (const name of groupsFor(listing, after)) {
      if (before !== null || !holds(groups[name], after)) count(name, 1, after)
    }
  }
  return differences
}

function addedBy(row: WorkItemRow | null, numberOf: NumberOf): number {
  return row === null || row.estimate_point === null ? 0 : (numberOf(row.estimate_point) ?? 0)
}

/** Of values with at most two decimals. */
function exact(sum: number): number {
  // Plus nothing, by which -0 becomes 0.
  return Math.round(sum * 100) / 100 + 0
}

function groupsFor(listing: Listing, row: WorkItemRow | null): readonly string[] {
  return row === null || !matches(listing, row) ? [] : topGroups(listing, row)
}

function holds(group: Group | undefined, row: WorkItemRow | null): boolean {
  return Object.values(group?.groups ?? {}).some(({ ids }) => row !== null && ids.includes(row.id))
}
