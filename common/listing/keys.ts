/** What a listing can be grouped by, under the names of the wire, and the column that each stands for. */
export const groupColumns = {
  state_id: 'state_id',
  state__group: 'state__group',
  priority: 'priority',
  labels__id: 'label_ids',
  assignees__id: 'assignee_ids',
  created_by: 'created_by',
  cycle_id: 'cycle_id',
  issue_module__module_id: 'module_ids',
  project_id: 'project_id',
  target_date: 'target_date',
  start_date: 'start_date',
} as const
export type GroupKey = keyof typeof groupColumns

/** Names that clients keep in their settings, for the same keys. */
export const groupAliases = {
  state: 'state_id',
  'state_detail.group': 'state__group',
  labels: 'labels__id',
  assignees: 'assignees__id',
  cycle: 'cycle_id',
  module: 'issue_module__module_id',
  project: 'project_id',
  team_project: 'project_id',
} as const satisfies Record<string, GroupKey>

/** An item stands in the group of each of its labels, people and modules. */
const multiValued: readonly GroupKey[] = ['labels__id', 'assignees__id', 'issue_module__module_id']
const dates: readonly GroupKey[] = ['target_date', 'start_date']

export function isMultiValued(key: GroupKey): boolean {
  return multiValued.includes(key)
}

/** Whether the values are known beforehand, so that a group is shown even when it is empty. */
export function isKnownInFull(key: GroupKey): boolean {
  return !isMultiValued(key) && !dates.includes(key)
}

/** The group of rows that have no value. */
export const noneGroup = 'None'
/** The one group of a listing that is not grouped. */
export const flatGroup = 'all'

/** The parameter that narrows a listing to one of its groups, to read on in that group alone. */
export const groupFilters = {
  state_id: 'state',
  state__group: 'state_group',
  priority: 'priority',
  labels__id: 'labels',
  assignees__id: 'assignees',
  created_by: 'created_by',
  cycle_id: 'cycle',
  issue_module__module_id: 'module',
  project_id: 'project',
  target_date: 'target_date',
  start_date: 'start_date',
} as const satisfies Record<GroupKey, string>

const sortable = [
  'sort_order',
  'created_at',
  'updated_at',
  'completed_at',
  'archived_at',
  'start_date',
  'target_date',
  'priority',
  'sequence_id',
  'link_count',
  'attachment_count',
  'sub_issues_count',
  'state__group',
  'state__name',
  'labels__name',
  'assignees__first_name',
  'issue_module__module__name',
  'issue_cycle__cycle__name',
  'estimate_point__key',
] as const
export type SortKey = (typeof sortable)[number]
export type OrderKey = SortKey | `-${SortKey}`

export const orderKeys: readonly OrderKey[] = sortable.flatMap((key) => [key, `-${key}`] as const)
export const defaultOrder: OrderKey = '-created_at'

/** Sort keys that go by what a referenced row is called: the kind of that row and the column that refers to it. */
export const namedKeys = {
  state__name: { kind: 'state', column: 'state_id' },
  labels__name: { kind: 'label', column: 'label_ids' },
  assignees__first_name: { kind: 'person', column: 'assignee_ids' },
  issue_module__module__name: { kind: 'module', column: 'module_ids' },
  issue_cycle__cycle__name: { kind: 'cycle', column: 'cycle_id' },
  estimate_point__key: { kind: 'estimate_point', column: 'estimate_point' },
} as const
export type NamedKey = keyof typeof namedKeys
export type NamedKind = (typeof namedKeys)[NamedKey]['kind']
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
