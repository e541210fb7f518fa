import {
  type FilteredName,
  filteredNames,
  type PropertyName,
  type PropertyWith,
  properties,
  propertiesWith,
  propertyNames,
  type ScopeKind,
  settingOf,
} from './properties.ts'
import type { Grouping, LayoutName } from './view-settings.ts'

export interface LayoutOptions {
  /** Null means no groups. Empty if the layout has no choice of groups. */
  group_by: readonly (OfferedGrouping | null)[]
  sub_group_by: readonly (OfferedGrouping | null)[]
  order_by: readonly OfferedOrder[]
  show_empty_groups: boolean
  sub_issue: boolean
  /** Properties that can be shown or hidden. */
  properties: readonly PropertyName[]
}

/** Item types are not offered yet, although listings already support them. */
export type OfferedGrouping = Exclude<Grouping, 'team_project' | 'target_date'>
export type OfferedOrder = PropertyWith<{ order: { choice: string } }>['order']['choice']

const displayed = propertyNames.filter((name) => settingOf(name) !== undefined)
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
/** Manual order first, then past dates, future dates, and the rest. */
const orders = (['position', 'moment', 'day', 'word', 'id'] as const).flatMap((holds) =>
  propertiesWith('order').flatMap((property) =>
    property.holds === holds && 'choice' in property.order ? [property.order.choice] : [],
  ),
)
/** Groupings for profiles, which contain items of several projects. */
const acrossProjects = ['state_detail.group', 'priority', 'project', 'labels'] as const

const grouped = {
  sub_group_by: [],
  order_by: orders,
  show_empty_groups: true,
  sub_issue: true,
  properties: displayed,
} as const
/** A table is sorted by its headers, a calendar by its days. */
const flat = { group_by: [], sub_group_by: [], show_empty_groups: false, sub_issue: true } as const

/** The properties that calendars and timelines show next to the title. */
const isCompact = (name: PropertyName) => name === 'key' || name === 'estimate' || name === 'cycle'

function inAllLayouts(
  by: readonly OfferedGrouping[],
  properties: readonly PropertyName[],
): Partial<Record<LayoutName, LayoutOptions>> {
  return {
    list: { ...grouped, properties, group_by: [...by, null] },
    kanban: { ...grouped, properties, group_by: by, sub_group_by: [...by, null] },
    calendar: { ...flat, order_by: [], properties: properties.filter(isCompact) },
    spreadsheet: { ...flat, order_by: [], properties },
    gantt_chart: { ...flat, order_by: orders, properties: properties.filter(isCompact) },
  }
}

const inNoEpic = ['epic', 'cycle', 'module', 'modules']
function isOfEpics(name: string): boolean {
  return !inNoEpic.includes(name)
}

/** The options for each context and layout, as in the reference product. A missing layout is not offered in that context. */
export const layoutOptions: Record<ScopeKind, Partial<Record<LayoutName, LayoutOptions>>> = {
  project: inAllLayouts(groupings, displayed),
  // All items of a cycle have the same cycle, so it is not offered.
  cycle: inAllLayouts(
    groupings.filter((name) => name !== 'cycle'),
    displayed.filter((name) => name !== 'cycle'),
  ),
  // Grouping by module is offered, because the items can also be in other modules.
  module: inAllLayouts(groupings, displayed),
  // Epics have no epic, cycle or module.
  epics: inAllLayouts(groupings.filter(isOfEpics), displayed.filter(isOfEpics)),
  archived: { list: { ...grouped, group_by: [...groupings, null] } },
  workspace: {
    spreadsheet: { ...flat, order_by: [], properties: displayed },
    list: { ...flat, order_by: orders.slice(1), properties: displayed },
  },
  profile: {
    list: { ...grouped, group_by: [...acrossProjects, null] },
    kanban: { ...grouped, group_by: acrossProjects, sub_issue: false },
  },
}

/** Returns the filters that a context offers. Text filters come last. */
export function filtersOf(kind: ScopeKind): FilteredName[] {
  const isWritten = (name: FilteredName) => properties[name].holds === 'text'
  return filteredNames
    .filter((name) => properties[name].filter.offered.some((place) => place === kind))
    .toSorted((a, b) => Number(isWritten(a)) - Number(isWritten(b)))
}
