import { type Holds, type PropertyWith, propertiesWith } from './properties.ts'

type Grouped = PropertyWith<{ group: unknown }>
type Sorted = PropertyWith<{ order: unknown }>
type Named = PropertyWith<{ order: { names: unknown } }>

const grouped = propertiesWith('group')
const sorted = propertiesWith('order')

/** What a listing can be grouped by, under the names of the wire, and the column that each stands for. */
export const groupColumns = byName(grouped.map(({ group, field }) => [group.key, field])) as {
  [One in Grouped as One['group']['key']]: One['field']
}
export type GroupKey = keyof typeof groupColumns

type Aliased = PropertyWith<{ group: { setting: string } }>

/** Names that clients keep in their settings, for the same keys. */
export const groupAliases = byName([
  ...grouped.flatMap(({ group }) =>
    'setting' in group && group.setting !== group.key ? [[group.setting, group.key] as const] : [],
  ),
  ['team_project', 'project_id'],
]) as { [One in Aliased as Exclude<One['group']['setting'], GroupKey>]: One['group']['key'] } & {
  team_project: 'project_id'
}

const holds = byName(grouped.map((property) => [property.group.key, property.holds])) as Record<
  GroupKey,
  Holds
>

/** An item stands in the group of each of its labels, people and modules. */
export function isMultiValued(key: GroupKey): boolean {
  return holds[key] === 'ids'
}

/** Whether the values are known beforehand, so that a group is shown even when it is empty. */
export function isKnownInFull(key: GroupKey): boolean {
  return holds[key] !== 'ids' && holds[key] !== 'day'
}

/** The group of rows that have no value. */
export const noneGroup = 'None'
/** The one group of a listing that is not grouped. */
export const flatGroup = 'all'

/** The parameter that narrows a listing to one of its groups, to read on in that group alone. */
export const groupFilters = byName(grouped.map(({ group, filter }) => [group.key, filter.comma])) as {
  [One in Grouped as One['group']['key']]: One['filter']['comma']
}

export type SortKey = Sorted['order']['key']
export type OrderKey = SortKey | `-${SortKey}`

export const orderKeys: readonly OrderKey[] = sorted.flatMap(
  ({ order: { key } }) => [key, `-${key}`] as const,
)
export const defaultOrder: OrderKey = '-created_at'

/** Sort keys that go by what a referenced row is called: the kind of that row and the column that refers to it. */
export const namedKeys = byName(
  sorted.flatMap(({ order, field }) =>
    'names' in order ? [[order.key, { kind: order.names, column: field }] as const] : [],
  ),
) as { [One in Named as One['order']['key']]: { kind: One['order']['names']; column: One['field'] } }
export type NamedKey = keyof typeof namedKeys
export type PlainKey = Exclude<SortKey, NamedKey>

export function isNamed(key: SortKey): key is NamedKey {
  return Object.hasOwn(namedKeys, key)
}

export function splitOrder(order: OrderKey): { key: SortKey; descending: boolean } {
  const descending = order.startsWith('-')
  // The type of an order key is a sort key with or without a minus, which `slice` cannot know.
  return { key: (descending ? order.slice(1) : order) as SortKey, descending }
}

export const perPageDefault = 1000
export const perPageMax = 1000

/** none 0 … urgent 4: `-priority` shows the urgent first. */
export const priorityRank = { none: 0, low: 1, medium: 2, high: 3, urgent: 4 } as const

/** The way of an item through the groups of states; triage is before all of them and in no list. */
export const stateGroupRank = {
  triage: 0,
  backlog: 1,
  unstarted: 2,
  started: 3,
  completed: 4,
  cancelled: 5,
} as const

/** Sort keys of which an item may have nothing. */
export const emptyLast: readonly SortKey[] = sorted.flatMap((property) =>
  'canBeNone' in property || 'names' in property.order ? property.order.key : [],
)

/** The types say which name goes with which value, where the registry is all that knows. */
function byName(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries)
}
