import { firstPosition, positionStep } from '../../platform/positions.ts'

/**
 * Keys of the sections of the home screen. Clients of the reference product (see `common/README.md`) know the
 * first three.
 */
export const homeKeys = ['my_work', 'digest', 'quick_links', 'recents', 'my_stickies', 'colleagues'] as const
export type HomeKey = (typeof homeKeys)[number]

/**
 * Keys of the sidebar entries that users can reorder and unpin. Clients of the reference product (see
 * `common/README.md`) do not know the last six.
 */
export const sidebarKeys = [
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
export type SidebarKey = (typeof sidebarKeys)[number]

const pinnedByDefault: readonly SidebarKey[] = [
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
export function defaultHomePreference(key: HomeKey) {
  const sort_order = firstPosition + (homeKeys.length - 1 - homeKeys.indexOf(key)) * positionStep
  return { key, is_enabled: true, config: {}, sort_order }
}

/** Returns the default of a sidebar entry. The entry with the lowest `sort_order` is on top. */
export function defaultSidebarPreference(key: SidebarKey) {
  const sort_order = firstPosition + sidebarKeys.indexOf(key) * positionStep
  return { key, is_pinned: pinnedByDefault.includes(key), sort_order }
}
