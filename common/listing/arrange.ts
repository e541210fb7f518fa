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
}

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
): Groups {
  const found = new Map(rows.map((row) => [row.id, row]))
  const moves = rows.map((after) => ({ before: null, after }))
  const groups = place(listing, {}, moves, { rowOf: (id) => found.get(id), nameOf })
  return withKnown(listing, groups, known)
}

function withKnown(listing: Listing, groups: Groups, known: KnownGroups): Groups {
  const names = inFull(listing.group_by, known.groups, Object.keys(groups))
  const lanes = (group: Group | undefined) =>
    Object.fromEntries(
      inFull(listing.sub_group_by, known.sub_groups, Object.keys(group?.groups ?? {})).map((name) => [
        name,
        group?.groups?.[name] ?? nothing,
      ]),
    )
  return Object.fromEntries(
    names.map((name): [string, Group] => {
      const group = groups[name] ?? nothing
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
  { rowOf, nameOf }: Lookup,
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
        : ([ownSubGroups(next, group, copied), sub, listing.sub_group_by] as const)
    put(among, name, shifted(among[name] ?? nothing, shift, order, rowOf), key)
  }
  if (listing.sub_group_by !== null) recount(listing, groups, next, moves)
  return next
}

type Order = (a: WorkItemRow, b: WorkItemRow) => number

/** What each group loses and gets. */
function shiftsOf(listing: Listing, moves: readonly Move[], order: Order): Shift[] {
  const shifts = new Map<string, Shift>()
  for (const move of moves) {
    const { from, to } = leftAndEntered(listing, move, order)
    for (const [path, at] of from) if (move.before) shiftAt(shifts, path, at).left.add(move.before.id)
    for (const [path, at] of to) if (move.after) shiftAt(shifts, path, at).arrived.push(move.after)
  }
  return [...shifts.values()]
}

/** Which groups a row leaves and enters; where it stays, among the same neighbours, it does neither. */
function leftAndEntered(listing: Listing, { before, after }: Move, order: Order) {
  const from = placesOf(listing, before)
  const to = placesOf(listing, after)
  const stays = before !== null && after !== null && order(before, after) === 0
  return stays ? { from: without(from, to), to: without(to, from) } : { from, to }
}

function without<Value>(
  all: ReadonlyMap<string, Value>,
  others: ReadonlyMap<string, unknown>,
): [string, Value][] {
  return [...all].filter(([path]) => !others.has(path))
}

/** Sub-groups that may be changed in place: copied once a call, so that the caller's stay as they were. */
function ownSubGroups(next: Groups, name: string, copied: Set<string>): Groups {
  const group = next[name] ?? nothing
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
  left: Set<string>
  arrived: WorkItemRow[]
}

type Place = Pick<Shift, 'group' | 'sub'>

function shiftAt(shifts: Map<string, Shift>, path: string, at: Place): Shift {
  const known = shifts.get(path)
  if (known !== undefined) return known
  const made = { ...at, left: new Set<string>(), arrived: [] }
  shifts.set(path, made)
  return made
}

const nothing: Group = { ids: [], total: 0 }
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
function recount(listing: Listing, groups: Groups, next: Groups, moves: readonly Move[]): void {
  const differences = new Map<string, number>()
  const count = (name: string, by: number) => differences.set(name, (differences.get(name) ?? 0) + by)
  for (const { before, after } of moves) {
    for (const name of groupsFor(listing, before)) count(name, -1)
    for (const name of groupsFor(listing, after)) {
      if (before !== null || !holds(groups[name], after)) count(name, 1)
    }
  }
  for (const [name, by] of differences) {
    const group = next[name]
    if (group !== undefined && by !== 0)
      put(next, name, { ...group, total: group.total + by }, listing.group_by)
  }
}

function groupsFor(listing: Listing, row: WorkItemRow | null): readonly string[] {
  return row === null || !matches(listing, row) ? [] : topGroups(listing, row)
}

function holds(group: Group | undefined, row: WorkItemRow | null): boolean {
  return Object.values(group?.groups ?? {}).some(({ ids }) => row !== null && ids.includes(row.id))
}
