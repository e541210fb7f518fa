import { firstPosition, positionStep } from '../../platform/positions.ts'

/** Sections of the home screen. The first three exist in the reference product. */
export const homeKeys = ['my_work', 'digest', 'quick_links', 'recents', 'my_stickies', 'colleagues'] as const
export type HomeKey = (typeof homeKeys)[number]

/** Sidebar entries that users can reorder and unpin. The last five do not exist in the reference product. */
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

/** Default of a home section: all are visible. The highest `sort_order` is on top. */
export function defaultHomePreference(key: HomeKey) {
  const sort_order = firstPosition + (homeKeys.length - 1 - homeKeys.indexOf(key)) * positionStep
  return { key, is_enabled: true, config: {}, sort_order }
}

/** Default of a sidebar entry. The lowest `sort_order` is on top. */
export function defaultSidebarPreference(key: SidebarKey) {
  const sort_order = firstPosition + sidebarKeys.indexOf(key) * positionStep
  return { key, is_pinned: pinnedByDefault.includes(key), sort_order }
}
