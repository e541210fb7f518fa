import type { WorkItemRow } from '../work-items/schema.ts'

/** Kinds of screens that list work items. Each kind offers its own layouts, groups, orders and filters. */
export type ListingScopeKind =
  | 'project'
  | 'cycle'
  | 'module'
  | 'epics'
  | 'archived'
  | 'workspace'
  | 'team'
  | 'profile'
  | 'drafts'
  | 'project_drafts'

/**
 * Kinds of values that properties have. The kind determines the SQL type, the filter operators and the
 * displayed texts of a property.
 */
export type PropertyValueKind =
  | 'id'
  | 'ids'
  | 'word'
  | 'day'
  | 'moment'
  | 'count'
  | 'position'
  | 'text'
  | 'number'

/** Kinds of rows that properties refer to. Items can be sorted by the names of these rows. */
export type ReferencedRowKind =
  | 'state'
  | 'label'
  | 'person'
  | 'project'
  | 'module'
  | 'cycle'
  | 'estimate_point'
  | 'epic'

/**
 * Defines how lists filter, group, sort and display a property. The names are part of the API, so clients of
 * Plane use them too.
 */
export interface ItemPropertyDefinition {
  /** Name of the field that contains the property in a work item row. */
  field: keyof WorkItemRow
  valueKind: PropertyValueKind
  /**
   * True if an item may have no value. Filters can match items without a value, and sorting puts them last.
   */
  canBeNone?: true
  filter?: {
    /** Name of the query parameter that filters by this property. Its value is a comma-separated list. */
    comma?: string
    /** Name of the filter in a filter tree, without the operator. */
    tree?: string
    /** Kinds of screens that offer the filter. */
    offered?: readonly ListingScopeKind[]
  }
  group?: {
    key: string
    /** Name of the grouping in stored settings. Set if users can choose this grouping. */
    setting?: string
  }
  order?: {
    key: string
    /** Kind of the referenced rows, if items are sorted by the names of these rows. */
    names?: ReferencedRowKind
    /**
     * Order that applies when the user chooses the property in the menu or the table header. A leading minus
     * sorts in descending order.
     */
    choice?: string
  }
  /**
   * Display setting that shows or hides the property on cards, in rows and in tables. Each user has separate
   * settings.
   */
  display?: {
    name: string
    isHiddenAtFirst?: true
    /** False if the setting is stored for clients of Plane, but is not offered in Tandem. */
    isOffered?: false
  }
  /** Field of the project that enables or disables the property. */
  switch?: 'cycle_view' | 'module_view' | 'estimate' | 'is_epic_enabled'
  /** True if tables have a column for the property. */
  isColumn?: true
  /** True if users can set the property, on one or many items. Other properties are computed. */
  isSettable?: true
}

const everywhere = [
  'project',
  'cycle',
  'module',
  'epics',
  'archived',
  'workspace',
  'team',
  'profile',
] as const
const drafts = ['drafts', 'project_drafts'] as const
const everywhereAndDrafts = [...everywhere, ...drafts] as const
const inOneProject = ['project', 'cycle', 'module', 'epics', 'archived'] as const

/** All properties of a work item, in the order in which filters and settings list them. */
export const itemProperties = {
  title: {
    field: 'name',
    valueKind: 'text',
    filter: { comma: 'name', tree: 'name', offered: everywhereAndDrafts },
    order: { key: 'name', choice: 'name' },
    isColumn: true,
  },
  key: {
    field: 'sequence_id',
    valueKind: 'number',
    filter: { tree: 'sequence_id' },
    order: { key: 'sequence_id', choice: '-sequence_id' },
    display: { name: 'key' },
  },
  state: {
    field: 'state_id',
    valueKind: 'id',
    filter: { comma: 'state', tree: 'state_id', offered: [...inOneProject, 'project_drafts'] },
    group: { key: 'state_id', setting: 'state' },
    order: { key: 'state__name', names: 'state', choice: 'state__name' },
    display: { name: 'state' },
    isColumn: true,
    isSettable: true,
  },
  state_group: {
    field: 'state__group',
    valueKind: 'word',
    filter: { comma: 'state_group', tree: 'state_group', offered: everywhereAndDrafts },
    group: { key: 'state__group', setting: 'state_detail.group' },
    order: { key: 'state__group' },
  },
  priority: {
    field: 'priority',
    valueKind: 'word',
    filter: { comma: 'priority', tree: 'priority', offered: everywhereAndDrafts },
    group: { key: 'priority', setting: 'priority' },
    order: { key: 'priority', choice: '-priority' },
    display: { name: 'priority' },
    isColumn: true,
    isSettable: true,
  },
  assignees: {
    field: 'assignee_ids',
    valueKind: 'ids',
    canBeNone: true,
    filter: {
      comma: 'assignees',
      tree: 'assignee_id',
      offered: ['project', 'cycle', 'module', 'epics', 'archived', 'workspace', 'team', ...drafts],
    },
    group: { key: 'assignees__id', setting: 'assignees' },
    order: { key: 'assignees__first_name', names: 'person', choice: 'assignees__first_name' },
    display: { name: 'assignee' },
    isColumn: true,
    isSettable: true,
  },
  mentions: {
    field: 'mention_ids',
    valueKind: 'ids',
    canBeNone: true,
    filter: { comma: 'mentions', tree: 'mention_id', offered: ['project', 'cycle', 'module', 'epics'] },
  },
  labels: {
    field: 'label_ids',
    valueKind: 'ids',
    canBeNone: true,
    filter: { comma: 'labels', tree: 'label_id', offered: everywhereAndDrafts },
    group: { key: 'labels__id', setting: 'labels' },
    order: { key: 'labels__name', names: 'label', choice: 'labels__name' },
    display: { name: 'labels' },
    isColumn: true,
    isSettable: true,
  },
  created_by: {
    field: 'created_by',
    valueKind: 'id',
    canBeNone: true,
    filter: {
      comma: 'created_by',
      tree: 'created_by_id',
      offered: ['project', 'cycle', 'module', 'epics', 'archived', 'workspace', 'team'],
    },
    group: { key: 'created_by', setting: 'created_by' },
    order: { key: 'created_by__first_name', names: 'person', choice: 'created_by__first_name' },
    isColumn: true,
  },
  subscribers: {
    field: 'subscriber_ids',
    valueKind: 'ids',
    canBeNone: true,
    filter: { comma: 'subscriber', tree: 'subscriber_id', offered: ['workspace', 'team'] },
  },
  project: {
    field: 'project_id',
    valueKind: 'id',
    filter: { comma: 'project', tree: 'project_id', offered: ['workspace', 'team', 'profile', 'drafts'] },
    group: { key: 'project_id', setting: 'project' },
    order: { key: 'project__name', names: 'project', choice: 'project__name' },
    isColumn: true,
  },
  start_date: {
    field: 'start_date',
    valueKind: 'day',
    canBeNone: true,
    filter: { comma: 'start_date', tree: 'start_date', offered: everywhereAndDrafts },
    group: { key: 'start_date' },
    order: { key: 'start_date', choice: 'start_date' },
    display: { name: 'start_date' },
    isColumn: true,
    isSettable: true,
  },
  target_date: {
    field: 'target_date',
    valueKind: 'day',
    canBeNone: true,
    filter: { comma: 'target_date', tree: 'target_date', offered: everywhereAndDrafts },
    group: { key: 'target_date', setting: 'target_date' },
    order: { key: 'target_date', choice: 'target_date' },
    display: { name: 'due_date' },
    isColumn: true,
    isSettable: true,
  },
  sub_issues_count: {
    field: 'sub_issues_count',
    valueKind: 'count',
    order: { key: 'sub_issues_count', choice: '-sub_issues_count' },
    display: { name: 'sub_issue_count' },
    isColumn: true,
  },
  link_count: {
    field: 'link_count',
    valueKind: 'count',
    order: { key: 'link_count', choice: '-link_count' },
    display: { name: 'link' },
    isColumn: true,
  },
  attachment_count: {
    field: 'attachment_count',
    valueKind: 'count',
    order: { key: 'attachment_count', choice: '-attachment_count' },
    display: { name: 'attachment_count' },
    isColumn: true,
  },
  created_at: {
    field: 'created_at',
    valueKind: 'moment',
    filter: { comma: 'created_at', tree: 'created_at', offered: everywhereAndDrafts },
    order: { key: 'created_at', choice: '-created_at' },
    display: { name: 'created_on', isHiddenAtFirst: true },
    isColumn: true,
  },
  updated_at: {
    field: 'updated_at',
    valueKind: 'moment',
    filter: { comma: 'updated_at', tree: 'updated_at', offered: everywhereAndDrafts },
    order: { key: 'updated_at', choice: '-updated_at' },
    display: { name: 'updated_on', isHiddenAtFirst: true },
    isColumn: true,
  },
  completed_at: {
    field: 'completed_at',
    valueKind: 'moment',
    canBeNone: true,
    filter: { comma: 'completed_at', tree: 'completed_at', offered: everywhere },
    order: { key: 'completed_at', choice: '-completed_at' },
    display: { name: 'completed_at', isHiddenAtFirst: true },
    isColumn: true,
  },
  archived_at: { field: 'archived_at', valueKind: 'moment', canBeNone: true, order: { key: 'archived_at' } },
  parent: {
    field: 'parent_id',
    valueKind: 'id',
    canBeNone: true,
    filter: { comma: 'parent', tree: 'parent_id', offered: everywhere },
  },
  epic: {
    field: 'epic_id',
    valueKind: 'id',
    canBeNone: true,
    filter: { comma: 'epic', tree: 'epic_id', offered: ['project', 'cycle', 'module', 'archived'] },
    group: { key: 'epic_id', setting: 'epic' },
    order: { key: 'epic__name', names: 'epic', choice: 'epic__name' },
    display: { name: 'epic' },
    switch: 'is_epic_enabled',
    isColumn: true,
    isSettable: true,
  },
  cycle: {
    field: 'cycle_id',
    valueKind: 'id',
    canBeNone: true,
    filter: {
      comma: 'cycle',
      tree: 'cycle_id',
      offered: ['project', 'module', 'archived', 'project_drafts'],
    },
    group: { key: 'cycle_id', setting: 'cycle' },
    order: { key: 'issue_cycle__cycle__name', names: 'cycle', choice: 'issue_cycle__cycle__name' },
    display: { name: 'cycle' },
    switch: 'cycle_view',
    isColumn: true,
    isSettable: true,
  },
  modules: {
    field: 'module_ids',
    valueKind: 'ids',
    canBeNone: true,
    filter: {
      comma: 'module',
      tree: 'module_id',
      offered: ['project', 'cycle', 'archived', 'project_drafts'],
    },
    group: { key: 'issue_module__module_id', setting: 'module' },
    order: { key: 'issue_module__module__name', names: 'module', choice: 'issue_module__module__name' },
    display: { name: 'modules' },
    switch: 'module_view',
    isColumn: true,
    isSettable: true,
  },
  estimate: {
    field: 'estimate_point',
    valueKind: 'id',
    canBeNone: true,
    filter: { comma: 'estimate_point', tree: 'estimate_point', offered: inOneProject },
    group: { key: 'estimate_point', setting: 'estimate' },
    order: { key: 'estimate_point__key', names: 'estimate_point', choice: '-estimate_point__key' },
    display: { name: 'estimate' },
    switch: 'estimate',
    isColumn: true,
    isSettable: true,
  },
  type: { field: 'type_id', valueKind: 'id', display: { name: 'issue_type', isOffered: false } },
  sort_order: {
    field: 'sort_order',
    valueKind: 'position',
    order: { key: 'sort_order', choice: 'sort_order' },
  },
} as const satisfies Record<string, ItemPropertyDefinition>

export type PropertyName = keyof typeof itemProperties
type AnyProperty = (typeof itemProperties)[PropertyName]
/** Union type of the property definitions that have the fields of `Wanted`. */
export type PropertyWith<Wanted> = Extract<AnyProperty, Wanted>
type NamesWith<Wanted> = {
  [Name in PropertyName]: (typeof itemProperties)[Name] extends Wanted ? Name : never
}[PropertyName]

/** The names of the properties that users can filter by. */
export type FilterablePropertyName = NamesWith<{ filter: { offered: unknown } }>
type OfferedSetting = Exclude<
  PropertyWith<{ display: unknown }>,
  { display: { isOffered: false } }
>['display']['name']
/** The names of the properties that have a table column. */
export type ColumnName = NamesWith<{ isColumn: true }>

/** Returns the definitions that have the field `part`, for example `order`. */
export function listPropertiesWithPart<Part extends keyof ItemPropertyDefinition>(part: Part) {
  return Object.values(itemProperties).filter(
    (property): property is PropertyWith<Record<Part, unknown>> => part in property,
  )
}

export const propertyNames = Object.keys(itemProperties) as PropertyName[]
export const columnNames = propertyNames.filter(
  (name): name is ColumnName => 'isColumn' in itemProperties[name],
)
export const filterablePropertyNames = propertyNames.filter((name): name is FilterablePropertyName => {
  const property: ItemPropertyDefinition = itemProperties[name]
  return property.filter?.offered !== undefined
})

/** Returns the name of the first property for which `isMeant` returns true. */
export function findPropertyName(
  isMeant: (property: ItemPropertyDefinition) => boolean,
): PropertyName | undefined {
  return propertyNames.find((name) => isMeant(itemProperties[name]))
}

/** Returns the display setting of a property, if users can choose it. */
export function getDisplaySetting(name: PropertyName): OfferedSetting | undefined {
  const property = itemProperties[name]
  return 'display' in property && !('isOffered' in property.display) ? property.display.name : undefined
}
