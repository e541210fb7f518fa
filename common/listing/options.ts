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
/** A table is sorted from its headers, a calendar by its days. */
const unordered = { order_by: [] } as const
const none = { group_by: [], sub_group_by: [], show_empty_groups: false, sub_issue: true } as const

/** By place and layout, as section 7.5 of the facts has them; a layout that is missing is not offered there. */
export const layoutOptions: Record<PlaceKind, Partial<Record<LayoutName, LayoutOptions>>> = {
  project: {
    list: {
      group_by: [...groupings, null],
      sub_group_by: [],
      order_by: orders,
      show_empty_groups: true,
      sub_issue: true,
      properties,
    },
    kanban: {
      group_by: groupings,
      sub_group_by: [...groupings, null],
      order_by: orders,
      show_empty_groups: true,
      sub_issue: true,
      properties,
    },
    calendar: { ...none, ...unordered, properties: ['key'] },
    spreadsheet: { ...none, ...unordered, properties },
    gantt_chart: { ...none, order_by: orders, properties: ['key'] },
  },
  archived: {
    list: {
      group_by: [...groupings, null],
      sub_group_by: [],
      order_by: orders,
      show_empty_groups: true,
      sub_issue: true,
      properties,
    },
  },
  workspace: {
    spreadsheet: { ...none, ...unordered, properties },
    list: { ...none, order_by: orders.slice(1), properties },
  },
  profile: {
    list: {
      group_by: ['state_detail.group', 'priority', 'project', 'labels', null],
      sub_group_by: [],
      order_by: orders,
      show_empty_groups: true,
      sub_issue: true,
      properties,
    },
    kanban: {
      group_by: ['state_detail.group', 'priority', 'project', 'labels'],
      sub_group_by: [],
      order_by: orders,
      show_empty_groups: true,
      sub_issue: false,
      properties,
    },
  },
}

const dates = ['start_date', 'target_date', 'created_at', 'updated_at'] as const

export const filterFields: Record<PlaceKind, readonly FilterField[]> = {
  project: ['state_id', 'state_group', 'priority', 'assignee_id', 'label_id', 'created_by_id', ...dates],
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
