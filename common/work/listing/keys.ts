import { listPropertiesWithPart, type PropertyValueKind, type PropertyWith } from './properties.ts'

type Grouped = PropertyWith<{ group: unknown }>
type Sorted = PropertyWith<{ order: unknown }>
type Named = PropertyWith<{ order: { names: unknown } }>

const grouped = listPropertiesWithPart('group')
const sorted = listPropertiesWithPart('order')

/** Maps each key for grouping in the API to the column whose values form the groups. */
export const fieldByGroupKey = byName(grouped.map(({ group, field }) => [group.key, field])) as {
  [One in Grouped as One['group']['key']]: One['field']
}
export type GroupKey = keyof typeof fieldByGroupKey

type Aliased = PropertyWith<{ group: { setting: string } }>

/** Maps the names of groupings in stored settings to the keys for grouping in the API. */
export const groupKeyByAlias = byName([
  ...grouped.flatMap(({ group }) =>
    'setting' in group && group.setting !== group.key ? [[group.setting, group.key] as const] : [],
  ),
  ['team_project', 'project_id'],
]) as { [One in Aliased as Exclude<One['group']['setting'], GroupKey>]: One['group']['key'] } & {
  team_project: 'project_id'
}

const kindByKey = byName(grouped.map((property) => [property.group.key, property.valueKind])) as Record<
  GroupKey,
  PropertyValueKind
>

/**
 * Returns true if items can have several values of the property. Such an item is in the group of each of its
 * labels, assignees or modules.
 */
export function isMultiValuedGroupKey(key: GroupKey): boolean {
  return kindByKey[key] === 'ids'
}

/** Returns true if all values are known in advance, so that empty groups can be shown. */
export function canShowEmptyGroups(key: GroupKey): boolean {
  return kindByKey[key] !== 'ids' && kindByKey[key] !== 'day'
}

/** Name of the group of items without a value. */
export const noValueGroupName = 'None'
/** Name of the only group of a listing without groups. */
export const flatListingGroupName = 'all'

/** Maps each key for grouping to the filter parameter by which a client loads more items of a single group. */
export const filterParamByGroupKey = byName(
  grouped.map(({ group, filter }) => [group.key, filter.comma]),
) as {
  [One in Grouped as One['group']['key']]: One['filter']['comma']
}

export type SortKey = Sorted['order']['key']
export type OrderKey = SortKey | `-${SortKey}`

export const orderKeys: readonly OrderKey[] = sorted.flatMap(
  ({ order: { key } }) => [key, `-${key}`] as const,
)
export const defaultOrder: OrderKey = '-created_at'

/** Other names of sort keys, which clients of Plane send. */
const orderAliases = {
  estimate_point: 'estimate_point__key',
  '-estimate_point': '-estimate_point__key',
} as const satisfies Record<string, OrderKey>
type SentOrder = OrderKey | keyof typeof orderAliases

export const acceptedOrders = [...orderKeys, ...Object.keys(orderAliases)] as SentOrder[]

export function resolveOrderAlias(sent: SentOrder): OrderKey {
  return sent in orderAliases ? orderAliases[sent as keyof typeof orderAliases] : (sent as OrderKey)
}

/**
 * Sort keys that sort by the names of referenced rows. Maps each key to the kind of these rows and to the
 * column that refers to them.
 */
export const nameBasedSortKeys = byName(
  sorted.flatMap(({ order, field }) =>
    'names' in order ? [[order.key, { kind: order.names, column: field }] as const] : [],
  ),
) as { [One in Named as One['order']['key']]: { kind: One['order']['names']; column: One['field'] } }
export type NameBasedSortKey = keyof typeof nameBasedSortKeys
export type ColumnBasedSortKey = Exclude<SortKey, NameBasedSortKey>

export function isNameBasedSortKey(key: SortKey): key is NameBasedSortKey {
  return Object.hasOwn(nameBasedSortKeys, key)
}

export function splitOrder(order: OrderKey): { key: SortKey; descending: boolean } {
  const descending = order.startsWith('-')
  // The cast is needed because TypeScript cannot infer that `slice` removes the minus.
  return { key: (descending ? order.slice(1) : order) as SortKey, descending }
}

export const defaultPerPage = 1000
export const maxPerPage = 1000

/** Ranks of priorities. The order `-priority` lists urgent items first. */
export const priorityRank = { none: 0, low: 1, medium: 2, high: 3, urgent: 4 } as const

/** Ranks of state groups in the order of a typical workflow. Items in triage are in no list. */
export const stateGroupRank = {
  triage: 0,
  backlog: 1,
  unstarted: 2,
  started: 3,
  completed: 4,
  cancelled: 5,
} as const

/** Sort keys of properties that items may lack. Items without a value come last. */
export const sortKeysWithEmptyLast: readonly SortKey[] = sorted.flatMap((property) =>
  'canBeNone' in property || 'names' in property.order ? property.order.key : [],
)

/** Builds an object from entries. The caller casts the result, because TypeScript cannot infer its keys. */
function byName(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries)
}
