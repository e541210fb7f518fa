import type { DisplayPropertyName, Grouping, LayoutName } from '../user-properties/rules.ts'

/** Kinds of places that show work items; each offers its own layouts, groups, orders and filters. */
export type PlaceKind = 'project' | 'archived' | 'workspace' | 'profile'

export interface LayoutOptions {
  /** Null stands for no groups. Empty where the layout has no choice. */
  group_by: readonly (OfferedGrouping | null)[]
  sub_group_by: readonly (OfferedGrouping | null)[]
  order_by: readonly OfferedOrder[]
  show_empty_groups: boolean
  sub_issue: boolean
  properties: readonly OfferedProperty[]
}

/** Cycles, modules, estimates and types are not among the choices before there are any; the language knows them already. */
export type OfferedGrouping = Exclude<Grouping, 'cycle' | 'module' | 'team_project' | 'target_date'>
export type OfferedOrder = (typeof orders)[number]
export type OfferedProperty = Exclude<DisplayPropertyName, 'cycle' | 'modules' | 'estimate' | 'issue_type'>

export type FilterField =
  | 'priority'
  | 'state_group'
  | 'state_id'
  | 'assignee_id'
  | 'mention_id'
  | 'created_by_id'
  | 'label_id'
  | 'subscriber_id'
  | 'project_id'
  | 'start_date'
  | 'target_date'
  | 'created_at'
  | 'updated_at'

const properties: readonly OfferedProperty[] = [
  'key',
  'state',
  'priority',
  'assignee',
  'labels',
  'start_date',
  'due_date',
  'sub_issue_count',
  'link',
  'attachment_count',
  'created_on',
  'updated_on',
]
const groupings = ['state', 'priority', 'labels', 'assignees', 'created_by'] as const
const orders = ['sort_order', '-created_at', '-updated_at', 'start_date', 'target_date', '-priority'] as const
/** What profiles group by, where projects meet. */
const acrossProjects = ['state_detail.group', 'priority', 'project', 'labels'] as const

const grouped = {
  sub_group_by: [],
  order_by: orders,
  show_empty_groups: true,
  sub_issue: true,
  properties,
} as const
/** A table is sorted from its headers, a calendar by its days. */
const flat = { group_by: [], sub_group_by: [], show_empty_groups: false, sub_issue: true } as const

/** By place and layout, as the reference product has them; a layout that is missing is not offered there. */
export const layoutOptions: Record<PlaceKind, Partial<Record<LayoutName, LayoutOptions>>> = {
  project: {
    list: { ...grouped, group_by: [...groupings, null] },
    kanban: { ...grouped, group_by: groupings, sub_group_by: [...groupings, null] },
    calendar: { ...flat, order_by: [], properties: ['key'] },
    spreadsheet: { ...flat, order_by: [], properties },
    gantt_chart: { ...flat, order_by: orders, properties: ['key'] },
  },
  archived: { list: { ...grouped, group_by: [...groupings, null] } },
  workspace: {
    spreadsheet: { ...flat, order_by: [], properties },
    list: { ...flat, order_by: orders.slice(1), properties },
  },
  profile: {
    list: { ...grouped, group_by: [...acrossProjects, null] },
    kanban: { ...grouped, group_by: acrossProjects, sub_issue: false },
  },
}

const dates = ['start_date', 'target_date', 'created_at', 'updated_at'] as const

export const filterFields: Record<PlaceKind, readonly FilterField[]> = {
  project: [
    'state_id',
    'state_group',
    'priority',
    'assignee_id',
    'mention_id',
    'label_id',
    'created_by_id',
    ...dates,
  ],
  archived: ['state_id', 'state_group', 'priority', 'assignee_id', 'label_id', 'created_by_id', ...dates],
  workspace: [
    'state_group',
    'priority',
    'assignee_id',
    'label_id',
    'created_by_id',
    'subscriber_id',
    'project_id',
    ...dates,
  ],
  profile: ['state_group', 'priority', 'label_id', 'project_id', ...dates],
}
