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
  /** Null stands for no groups. Empty where the layout has no choice. */
  group_by: readonly (OfferedGrouping | null)[]
  sub_group_by: readonly (OfferedGrouping | null)[]
  order_by: readonly OfferedOrder[]
  show_empty_groups: boolean
  sub_issue: boolean
  /** Those that can be shown and hidden. */
  properties: readonly PropertyName[]
}

/** Types are not among the choices before there are any; the language knows them already. */
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
/** The manual order first, then by what has been, by what is to come, and by the rest. */
const orders = (['position', 'moment', 'day', 'word', 'id'] as const).flatMap((holds) =>
  propertiesWith('order').flatMap((property) =>
    property.holds === holds && 'choice' in property.order ? [property.order.choice] : [],
  ),
)
/** What profiles group by, where projects meet. */
const acrossProjects = ['state_detail.group', 'priority', 'project', 'labels'] as const

const grouped = {
  sub_group_by: [],
  order_by: orders,
  show_empty_groups: true,
  sub_issue: true,
  properties: displayed,
} as const
/** A table is sorted from its headers, a calendar by its days. */
const flat = { group_by: [], sub_group_by: [], show_empty_groups: false, sub_issue: true } as const

/** What is told of an item where its days are what matters. */
const isBeside = (name: PropertyName) => name === 'key' || name === 'estimate' || name === 'cycle'

function inAllLayouts(
  by: readonly OfferedGrouping[],
  properties: readonly PropertyName[],
): Partial<Record<LayoutName, LayoutOptions>> {
  return {
    list: { ...grouped, properties, group_by: [...by, null] },
    kanban: { ...grouped, properties, group_by: by, sub_group_by: [...by, null] },
    calendar: { ...flat, order_by: [], properties: properties.filter(isBeside) },
    spreadsheet: { ...flat, order_by: [], properties },
    gantt_chart: { ...flat, order_by: orders, properties: properties.filter(isBeside) },
  }
}

const inNoEpic = ['epic', 'cycle', 'module', 'modules']
function isOfEpics(name: string): boolean {
  return !inNoEpic.includes(name)
}

/** By place and layout, as the reference product has them; a layout that is missing is not offered there. */
export const layoutOptions: Record<ScopeKind, Partial<Record<LayoutName, LayoutOptions>>> = {
  project: inAllLayouts(groupings, displayed),
  // All that is in one is in that one.
  cycle: inAllLayouts(
    groupings.filter((name) => name !== 'cycle'),
    displayed.filter((name) => name !== 'cycle'),
  ),
  // Items can be in others besides, which are worth a look there.
  module: inAllLayouts(groupings, displayed),
  // An epic is in none of these itself.
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

/** What a place offers to filter by; what has to be written comes after what is chosen. */
export function filtersOf(kind: ScopeKind): FilteredName[] {
  const isWritten = (name: FilteredName) => properties[name].holds === 'text'
  return filteredNames
    .filter((name) => properties[name].filter.offered.some((place) => place === kind))
    .toSorted((a, b) => Number(isWritten(a)) - Number(isWritten(b)))
}
