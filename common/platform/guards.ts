import type { Call } from './call.ts'

/** Areas of calls that a project can switch off, and the field of its row that does it; in the order in which settings show them. */
const switches = {
  epics: 'is_epic_enabled',
  cycles: 'cycle_view',
  modules: 'module_view',
  views: 'issue_views_view',
  pages: 'page_view',
  intake: 'inbox_view',
  worklogs: 'is_time_tracking_enabled',
} as const

export type ProjectSwitch = (typeof switches)[keyof typeof switches]
export const projectSwitches: readonly ProjectSwitch[] = Object.values(switches)

export type GuardedProject = { archived_at: unknown } & Record<ProjectSwitch, boolean>

/** Whether a call is one of those that are refused while their project takes no changes: all that write within a project, unless declared otherwise. */
export function isGuarded({
  who,
  method,
  archivedProject,
}: Pick<Call, 'who' | 'method' | 'archivedProject'>): boolean {
  return typeof who === 'object' && 'project' in who && method !== 'GET' && archivedProject !== 'allowed'
}

/** The switch that has to be on for calls of this area, null where they need none. */
export function switchOf(area: string): ProjectSwitch | null {
  return Object.hasOwn(switches, area) ? switches[area as keyof typeof switches] : null
}

/** Why nothing of an area may be changed in a project, null when it may. */
export function writeProblem(project: GuardedProject, area: string): 'archived' | 'switched_off' | null {
  if (project.archived_at !== null) return 'archived'
  const needed = switchOf(area)
  return needed !== null && !project[needed] ? 'switched_off' : null
}
