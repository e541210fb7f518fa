import { firstPosition, positionStep } from '../../platform/positions.ts'

/** Keys of the sections of the home screen. Clients of Plane know the first three. */
export const homeSectionKeys = [
  'my_work',
  'digest',
  'quick_links',
  'recents',
  'my_stickies',
  'colleagues',
] as const
export type HomeSectionKey = (typeof homeSectionKeys)[number]

/**
 * Keys of the sidebar entries that users can reorder and unpin. Clients of Plane do not know the last six.
 */
export const sidebarSectionKeys = [
  'views',
  'active_cycles',
  'analytics',
  'drafts',
  'your_work',
  'archives',
  'stickies',
  'projects',
  'timesheet',
  'members',
  'pages',
  'dashboards',
  'teamspaces',
] as const
export type SidebarSectionKey = (typeof sidebarSectionKeys)[number]

const pinnedByDefault: readonly SidebarSectionKey[] = [
  'your_work',
  'stickies',
  'drafts',
  'projects',
  'timesheet',
  'members',
  'pages',
]

/**
 * Returns the default of a home section: all sections are visible. The section with the highest `sort_order`
 * is on top.
 */
export function defaultHomePreference(key: HomeSectionKey) {
  const sort_order =
    firstPosition + (homeSectionKeys.length - 1 - homeSectionKeys.indexOf(key)) * positionStep
  return { key, is_enabled: true, config: {}, sort_order }
}

/** Returns the default of a sidebar entry. The entry with the lowest `sort_order` is on top. */
export function defaultSidebarPreference(key: SidebarSectionKey) {
  const sort_order = firstPosition + sidebarSectionKeys.indexOf(key) * positionStep
  return { key, is_pinned: pinnedByDefault.includes(key), sort_order }
}
