import { currentSlug } from '../../platform/shell/workspace.ts'

/** The screens of a teamspace with the last parts of their paths. */
const paths = {
  overview: '',
  items: '/issues',
  views: '/views',
  cycles: '/cycles',
  pages: '/pages',
  activity: '/activity',
} as const

export type TeamTab = keyof typeof paths

export const teamTabs = Object.keys(paths) as TeamTab[]

export function teamPath(teamId: string, tab: TeamTab): string {
  return `/${currentSlug()}/teamspaces/${teamId}${paths[tab]}`
}
