import { propertiesWith } from '../listing/properties.ts'
import type { DisplayFilters } from '../listing/view-settings.ts'

/** Where a person looks at work items of one project; each place keeps its own preferences. */
export const projectContexts = ['project', 'archived', 'epics'] as const
/** And at those of the whole workspace; what is chosen for a profile holds for everybody's. */
export const workspaceContexts = [
  'workspace',
  'all-issues',
  'assigned',
  'created',
  'subscribed',
  'profile-assigned',
  'profile-created',
  'profile-subscribed',
] as const
/** And at those of a place of its own within a project. */
export const placeContexts = ['cycle', 'module'] as const
export const propertiesContexts = [...projectContexts, ...placeContexts, ...workspaceContexts] as const
export type ProjectPropertiesContext = (typeof projectContexts)[number]
export type WorkspacePropertiesContext = (typeof workspaceContexts)[number]
export type PropertiesContext = (typeof propertiesContexts)[number]

export function isProjectContext(context: PropertiesContext): context is ProjectPropertiesContext {
  return projectContexts.some((known) => known === context)
}

export function isPlaceContext(context: PropertiesContext): context is (typeof placeContexts)[number] {
  return placeContexts.some((known) => known === context)
}

/** Pixels of a column at least and at most. */
export const narrowestColumn = 64
export const widestColumn = 1200

const displayed = propertiesWith('display')
export const displayPropertyNames = displayed.map(({ display }) => display.name)
export type DisplayPropertyName = (typeof displayPropertyNames)[number]

export const filterNames = [
  'priority',
  'state_group',
  'state',
  'assignees',
  'mentions',
  'created_by',
  'labels',
  'cycle',
  'module',
  'start_date',
  'target_date',
  'project',
  'subscriber',
  'issue_type',
] as const
export type FilterName = (typeof filterNames)[number]

export interface Preferences {
  pages: { block_display: boolean }
  navigation: { default_tab: string; hide_in_more_menu: string[] }
  /** Groups that the person has folded. */
  kanban_filters: { group_by: string[]; sub_group_by: string[] }
  navigation_project_limit: number
  navigation_control_preference: 'ACCORDION' | 'TABBED'
}

export interface UserViewSettings {
  filters: Record<FilterName, string[] | null>
  rich_filters: Record<string, unknown>
  display_filters: DisplayFilters
  display_properties: Record<DisplayPropertyName, boolean>
  preferences: Preferences
}

const freshDisplay: DisplayFilters = {
  layout: 'kanban',
  group_by: 'state',
  sub_group_by: null,
  order_by: 'sort_order',
  type: null,
  sub_issue: true,
  show_empty_groups: true,
  calendar: { layout: 'month', show_weekends: true },
  gantt: { zoom: 'week' },
  spreadsheet: { widths: {} },
}

/** Where it is not a board by states: the archive, and places where the items of several projects meet. */
function freshIn(context: PropertiesContext): Partial<DisplayFilters> {
  switch (context) {
    case 'project':
    case 'cycle':
    case 'module':
    case 'epics':
    case 'workspace':
      return {}
    case 'archived':
      return { layout: 'list', group_by: null, order_by: '-updated_at' }
    case 'profile-assigned':
    case 'profile-created':
    case 'profile-subscribed':
      return {
        layout: 'list',
        group_by: 'state_detail.group',
        order_by: '-created_at',
        show_empty_groups: false,
      }
    case 'all-issues':
    case 'assigned':
    case 'created':
    case 'subscribed':
      return { layout: 'spreadsheet', group_by: null, order_by: '-created_at' }
  }
}

/** How a place looks to whoever has changed nothing yet. */
export function freshProperties(context: PropertiesContext = 'project'): UserViewSettings {
  return {
    filters: every(filterNames, null),
    rich_filters: {},
    display_filters: { ...freshDisplay, ...freshIn(context) },
    display_properties: freshlyShown(),
    preferences: {
      pages: { block_display: true },
      navigation: { default_tab: 'work_items', hide_in_more_menu: [] },
      kanban_filters: { group_by: [], sub_group_by: [] },
      navigation_project_limit: 10,
      navigation_control_preference: 'ACCORDION',
    },
  }
}

function freshlyShown(): Record<DisplayPropertyName, boolean> {
  const shown = displayed.map(({ display }) => [display.name, !('isHiddenAtFirst' in display)])
  return Object.fromEntries(shown) as Record<DisplayPropertyName, boolean>
}

export type UserViewSettingsChange = {
  [Part in keyof UserViewSettings]?: Part extends 'rich_filters'
    ? UserViewSettings[Part]
    : Partial<UserViewSettings[Part]>
}

/** What was kept before there was a choice has its default. */
export function completed<Kept extends Pick<UserViewSettings, 'display_filters' | 'display_properties'>>(
  kept: Kept,
): Kept {
  const { display_filters, display_properties } = kept
  // Their own keys first, in their order: what is equal is to be stored equal.
  return {
    ...kept,
    display_filters: { ...display_filters, ...freshDisplay, ...display_filters },
    display_properties: { ...display_properties, ...freshlyShown(), ...display_properties },
  }
}

/** Filters and display alone, as saved views have them. */
export type ViewSettings = Omit<UserViewSettings, 'preferences'>
export type ViewSettingsChange = Omit<UserViewSettingsChange, 'preferences'>

/** What is sent is laid over what is there, key by key; a rich filter is one expression and is replaced as a whole. */
export function changedProperties(
  now: UserViewSettings,
  change: UserViewSettingsChange,
  context: PropertiesContext = 'project',
): UserViewSettings {
  return {
    ...changedViewSettings(now, change, context),
    preferences: { ...now.preferences, ...change.preferences },
  }
}

export function changedViewSettings(
  now: ViewSettings,
  change: ViewSettingsChange,
  context: PropertiesContext = 'project',
): ViewSettings {
  return {
    filters: { ...now.filters, ...change.filters },
    rich_filters: change.rich_filters ?? now.rich_filters,
    display_filters: sensible({ ...completed(now).display_filters, ...change.display_filters }, context),
    display_properties: { ...now.display_properties, ...change.display_properties },
  }
}

/** A board has columns, and lanes only by something else than its columns. */
function sensible(filters: DisplayFilters, context: PropertiesContext): DisplayFilters {
  const columns = context.startsWith('profile-') ? 'priority' : 'state'
  const group_by = filters.group_by ?? (filters.layout === 'kanban' ? columns : null)
  const lanes = filters.group_by !== null && filters.sub_group_by !== group_by
  return { ...filters, group_by, sub_group_by: lanes ? filters.sub_group_by : null }
}

function every<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
}
