import { firstPosition, positionStep } from '../../platform/positions.ts'

/** Parts of the home of a workspace; the first three are those of the reference product. */
export const homeKeys = ['my_work', 'digest', 'quick_links', 'recents', 'my_stickies', 'colleagues'] as const
export type HomeKey = (typeof homeKeys)[number]

/** Rows of the sidebar that a person orders and puts away; the last four are not in the reference product. */
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
] as const
export type SidebarKey = (typeof sidebarKeys)[number]

const pinnedFirst: readonly SidebarKey[] = [
  'your_work',
  'stickies',
  'drafts',
  'projects',
  'timesheet',
  'members',
  'pages',
]

/** What somebody has who has chosen nothing yet: all of the home, the greatest on top. */
export function freshHome(key: HomeKey) {
  const sort_order = firstPosition + (homeKeys.length - 1 - homeKeys.indexOf(key)) * positionStep
  return { key, is_enabled: true, config: {}, sort_order }
}

/** The same of the sidebar, the least on top. */
export function freshSidebar(key: SidebarKey) {
  const sort_order = firstPosition + sidebarKeys.indexOf(key) * positionStep
  return { key, is_pinned: pinnedFirst.includes(key), sort_order }
}
