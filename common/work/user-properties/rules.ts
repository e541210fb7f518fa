import { listPropertiesWithPart } from '../listing/properties.ts'
import type { DisplayFilters } from '../listing/view-settings.ts'

/** Screens with the work items of one project. Each screen has its own preferences. */
export const projectScreens = ['project', 'archived', 'epics', 'project-drafts'] as const
/**
 * Screens with work items of the whole workspace. The preferences for profiles apply to the profiles of all
 * users.
 */
export const workspaceScreens = [
  'workspace',
  'all-issues',
  'assigned',
  'created',
  'subscribed',
  'profile-assigned',
  'profile-created',
  'profile-subscribed',
  'drafts',
] as const
/** Screens with the items of a cycle or module. */
export const cycleOrModuleScreens = ['cycle', 'module'] as const
/** Name of the screens of teamspaces. Each teamspace has its own preferences. */
export const teamspaceScreen = 'team'
export const screensWithPreferences = [
  ...projectScreens,
  ...cycleOrModuleScreens,
  ...workspaceScreens,
  teamspaceScreen,
] as const
export type ProjectScreen = (typeof projectScreens)[number]
export type WorkspaceScreen = (typeof workspaceScreens)[number]
export type ScreenWithPreferences = (typeof screensWithPreferences)[number]

export function isProjectScreen(context: ScreenWithPreferences): context is ProjectScreen {
  return projectScreens.some((known) => known === context)
}

export function isCycleOrModuleScreen(
  context: ScreenWithPreferences,
): context is (typeof cycleOrModuleScreens)[number] {
  return cycleOrModuleScreens.some((known) => known === context)
}

/** The minimum and maximum width of a table column, in pixels. */
export const minColumnWidthPx = 64
export const maxColumnWidthPx = 1200
/** The maximum number of names in each list of the preferences, such as the names of collapsed groups. */
export const maxPreferenceNames = 500

const displayed = listPropertiesWithPart('display')
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
  'team_project',
  'subscriber',
  'issue_type',
] as const
export type FilterName = (typeof filterNames)[number]

export interface ProjectPreferences {
  pages: { block_display: boolean }
  navigation: { default_tab: string; hide_in_more_menu: string[] }
  /** Names of the groups that the user has collapsed. */
  kanban_filters: { group_by: string[]; sub_group_by: string[] }
  navigation_project_limit: number
  navigation_control_preference: 'ACCORDION' | 'TABBED'
}

export interface UserViewSettings {
  filters: Record<FilterName, string[] | null>
  rich_filters: Record<string, unknown>
  display_filters: DisplayFilters
  display_properties: Record<DisplayPropertyName, boolean>
  preferences: ProjectPreferences
}

const defaultDisplay: DisplayFilters = {
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

/**
 * Returns the display settings in which a screen differs from the usual default, a board that is grouped by state.
 * The archive and screens with items of several projects have other defaults.
 */
function defaultDisplayIn(context: ScreenWithPreferences): Partial<DisplayFilters> {
  switch (context) {
    case 'project':
    case 'cycle':
    case 'module':
    case 'epics':
    case 'workspace':
      return {}
    case 'archived':
      return { layout: 'list', group_by: null, order_by: '-updated_at' }
    case 'team':
      return { group_by: 'state_detail.group', order_by: 'sort_order' }
    case 'profile-assigned':
    case 'profile-created':
    case 'profile-subscribed':
      return {
        layout: 'list',
        group_by: 'state_detail.group',
        order_by: '-created_at',
        show_empty_groups: false,
      }
    case 'drafts':
    case 'project-drafts':
      return { layout: 'list', group_by: null, order_by: '-created_at' }
    case 'all-issues':
    case 'assigned':
    case 'created':
    case 'subscribed':
      return { layout: 'spreadsheet', group_by: null, order_by: '-created_at' }
  }
}

/** Returns the default preferences of a screen. */
export function createDefaultUserProperties(context: ScreenWithPreferences = 'project'): UserViewSettings {
  return {
    filters: allSetTo(filterNames, null),
    rich_filters: {},
    display_filters: { ...defaultDisplay, ...defaultDisplayIn(context) },
    display_properties: defaultDisplayProperties(),
    preferences: {
      pages: { block_display: true },
      navigation: { default_tab: 'work_items', hide_in_more_menu: [] },
      kanban_filters: { group_by: [], sub_group_by: [] },
      navigation_project_limit: 10,
      navigation_control_preference: 'ACCORDION',
    },
  }
}

function defaultDisplayProperties(): Record<DisplayPropertyName, boolean> {
  const shown = displayed.map(({ display }) => [display.name, !('isHiddenAtFirst' in display)])
  return Object.fromEntries(shown) as Record<DisplayPropertyName, boolean>
}

export type UserViewSettingsChange = {
  [Part in keyof UserViewSettings]?: Part extends 'rich_filters'
    ? UserViewSettings[Part]
    : Partial<UserViewSettings[Part]>
}

/** Adds defaults for settings that did not exist when the preferences were stored. */
export function withDefaultUserProperties<
  Settings extends Pick<UserViewSettings, 'display_filters' | 'display_properties'> &
    Partial<UserViewSettings>,
>(stored: Settings): Settings {
  const { filters, display_filters, display_properties } = stored
  // Put the existing keys first and in their order, so that equal values are stored as equal JSON.
  return {
    ...stored,
    ...(filters && { filters: withNewFilters(filters) }),
    display_filters: { ...display_filters, ...defaultDisplay, ...display_filters },
    display_properties: { ...display_properties, ...defaultDisplayProperties(), ...display_properties },
  }
}

function withNewFilters(filters: UserViewSettings['filters']): UserViewSettings['filters'] {
  return { ...filters, ...allSetTo(filterNames, null), ...filters }
}

/** The filters and display settings that saved views contain. */
export type ViewSettings = Omit<UserViewSettings, 'preferences'>
export type ViewSettingsChange = Omit<UserViewSettingsChange, 'preferences'>

/**
 * Returns the settings after a change, which is merged key by key. A rich filter is one expression, so it is
 * replaced as a whole.
 */
export function mergeUserProperties(
  now: UserViewSettings,
  change: UserViewSettingsChange,
  context: ScreenWithPreferences = 'project',
): UserViewSettings {
  return {
    ...mergeViewSettings(now, change, context),
    preferences: { ...now.preferences, ...change.preferences },
  }
}

export function mergeViewSettings(
  now: ViewSettings,
  change: ViewSettingsChange,
  context: ScreenWithPreferences = 'project',
): ViewSettings {
  return {
    filters: { ...withNewFilters(now.filters), ...change.filters },
    rich_filters: change.rich_filters ?? now.rich_filters,
    display_filters: normalized(
      { ...withDefaultUserProperties(now).display_filters, ...change.display_filters },
      context,
    ),
    display_properties: { ...now.display_properties, ...change.display_properties },
  }
}

/** Returns valid display settings: a board has columns, and its sub-groups differ from its columns. */
function normalized(filters: DisplayFilters, context: ScreenWithPreferences): DisplayFilters {
  const columns = columnsIn(context)
  const group_by = filters.group_by ?? (filters.layout === 'kanban' ? columns : null)
  const lanes = filters.group_by !== null && filters.sub_group_by !== group_by
  return { ...filters, group_by, sub_group_by: lanes ? filters.sub_group_by : null }
}

/** Screens that show items of several projects. Their boards have a column for each group of states. */
const acrossProjects: readonly ScreenWithPreferences[] = [
  teamspaceScreen,
  'all-issues',
  'assigned',
  'created',
  'subscribed',
]

function columnsIn(context: ScreenWithPreferences): DisplayFilters['group_by'] {
  if (context.startsWith('profile-') || context === 'drafts') return 'priority'
  return acrossProjects.includes(context) ? 'state_detail.group' : 'state'
}

function allSetTo<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
}
