import {
  type FilterablePropertyName,
  filterablePropertyNames,
  getDisplaySetting,
  itemProperties,
  type ListingScopeKind,
  listPropertiesWithPart,
  type PropertyName,
  type PropertyWith,
  propertyNames,
} from './properties.ts'
import type { Grouping, LayoutName } from './view-settings.ts'

export interface LayoutOptions {
  /**
   * Groupings that users can choose; null means no groups. The list is empty if the layout has no choice of
   * groups.
   */
  group_by: readonly (SelectableGrouping | null)[]
  sub_group_by: readonly (SelectableGrouping | null)[]
  order_by: readonly SelectableOrder[]
  show_empty_groups: boolean
  sub_issue: boolean
  /** Properties that users can show or hide. */
  properties: readonly PropertyName[]
}

/** Groupings that are offered. `target_date` is not offered, although listings support it. */
export type SelectableGrouping = Exclude<Grouping, 'target_date'>
export type SelectableOrder = PropertyWith<{ order: { choice: string } }>['order']['choice']

const displayed = propertyNames.filter((name) => getDisplaySetting(name) !== undefined)
const groupings = [
  'state',
  'priority',
  'estimate',
  'epic',
  'cycle',
  'module',
  'labels',
  'assignees',
  'created_by',
] as const
/** Kinds of properties in the order in which the menu for sorting lists them. */
const kindsByUse = ['position', 'text', 'word', 'day', 'moment', 'id', 'ids', 'count', 'number'] as const
const allOrders = kindsByUse.flatMap((kind) =>
  listPropertiesWithPart('order').flatMap((property) =>
    property.valueKind === kind && 'choice' in property.order ? [property.order.choice] : [],
  ),
)
/**
 * Orders that the lists of one project offer. Sorting by project is left out, because all items of these lists have
 * the same project.
 */
const orders = allOrders.filter((order) => order !== 'project__name')
/** Groupings that profiles offer, because they contain items of several projects. */
const acrossProjects = ['state_detail.group', 'priority', 'project', 'labels'] as const

/** Groupings of the lists of a workspace. */
const ofWorkspace = [...acrossProjects, 'assignees', 'created_by'] as const

/** Groupings for teamspaces. Their lists also contain items of several projects. */
const ofTeam = [
  'state_detail.group',
  'priority',
  'team_project',
  'assignees',
  'labels',
  'created_by',
] as const

/**
 * Groupings for drafts. They include the project, because a user's drafts can belong to different projects or to
 * none.
 */
const ofDrafts = ['priority', 'state_detail.group', 'project', 'labels', 'assignees'] as const

const grouped = {
  order_by: orders,
  show_empty_groups: true,
  sub_issue: true,
  properties: displayed,
} as const
/** Options of layouts without groups. A table is sorted by its headers, and a calendar by its days. */
const flat = { group_by: [], sub_group_by: [], show_empty_groups: false, sub_issue: true } as const

/** Returns true for the properties that calendars and timelines show next to the title. */
const isCompact = (name: PropertyName) => name === 'key' || name === 'estimate' || name === 'cycle'

function inAllLayouts(
  by: readonly SelectableGrouping[],
  properties: readonly PropertyName[],
  order_by: readonly SelectableOrder[],
): Partial<Record<LayoutName, LayoutOptions>> {
  return {
    list: { ...grouped, order_by, properties, group_by: [...by, null], sub_group_by: [...by, null] },
    kanban: { ...grouped, order_by, properties, group_by: by, sub_group_by: [...by, null] },
    calendar: { ...flat, order_by: [], properties: properties.filter(isCompact) },
    spreadsheet: { ...flat, order_by: [], properties },
    gantt_chart: { ...flat, order_by, properties: properties.filter(isCompact) },
  }
}

/** Properties that drafts do not have: the key, the counts and the time of completion. */
const notOfDrafts: readonly PropertyName[] = [
  'key',
  'sub_issues_count',
  'link_count',
  'attachment_count',
  'completed_at',
]
const draftProperties = displayed.filter((name) => !notOfDrafts.includes(name))
const draftOrders = ['name', '-priority', 'start_date', 'target_date', '-created_at', '-updated_at'] as const

function asDrafts(by: readonly SelectableGrouping[]): Partial<Record<LayoutName, LayoutOptions>> {
  const shared = { ...grouped, sub_issue: false, order_by: draftOrders, properties: draftProperties }
  return {
    list: { ...shared, group_by: [...by, null], sub_group_by: [...by, null] },
    kanban: { ...shared, group_by: by, sub_group_by: [...by, null] },
  }
}

const inNoEpic = ['epic', 'cycle', 'module', 'modules']
function isOfEpics(name: string): boolean {
  return !inNoEpic.includes(name)
}
const notForEpics: readonly SelectableOrder[] = [
  'epic__name',
  'issue_cycle__cycle__name',
  'issue_module__module__name',
]

/**
 * The options that each context offers for each layout, as in Plane. A layout that is missing is not offered
 * in that context.
 */
export const layoutOptions: Record<ListingScopeKind, Partial<Record<LayoutName, LayoutOptions>>> = {
  project: inAllLayouts(groupings, displayed, orders),
  // Do not offer grouping by cycle, because all items of a cycle have the same cycle.
  cycle: inAllLayouts(
    groupings.filter((name) => name !== 'cycle'),
    displayed.filter((name) => name !== 'cycle'),
    orders.filter((order) => order !== 'issue_cycle__cycle__name'),
  ),
  // Also offer grouping by module, because the items can be in other modules too.
  module: inAllLayouts(groupings, displayed, orders),
  // Leave out the properties epic, cycle and module, which an epic does not have.
  epics: inAllLayouts(
    groupings.filter(isOfEpics),
    displayed.filter(isOfEpics),
    orders.filter((order) => !notForEpics.includes(order)),
  ),
  archived: { list: { ...grouped, group_by: [...groupings, null], sub_group_by: [...groupings, null] } },
  workspace: inAllLayouts(
    ofWorkspace,
    displayed,
    allOrders.filter((order) => order !== 'sort_order'),
  ),
  team: inAllLayouts(ofTeam, displayed, allOrders),
  profile: inAllLayouts(acrossProjects, displayed, allOrders),
  drafts: asDrafts(ofDrafts),
  // Leave out the creator, because the user has created all of these drafts.
  project_drafts: asDrafts(groupings.filter((name) => name !== 'created_by')),
}

/** Returns the filters that a context offers. Text filters come last. */
export function listSelectableFilters(kind: ListingScopeKind): FilterablePropertyName[] {
  const isWritten = (name: FilterablePropertyName) => itemProperties[name].valueKind === 'text'
  return filterablePropertyNames
    .filter((name) => itemProperties[name].filter.offered.some((place) => place === kind))
    .toSorted((a, b) => Number(isWritten(a)) - Number(isWritten(b)))
}
