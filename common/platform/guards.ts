import type { Call } from './call.ts'

/**
 * The areas that can be disabled in a project, and the field of the project that enables each area, in the order
 * of the settings screen.
 */
const switches = {
  epics: 'is_epic_enabled',
  cycles: 'cycle_view',
  modules: 'module_view',
  views: 'issue_views_view',
  pages: 'page_view',
  intake: 'inbox_view',
  worklogs: 'is_time_tracking_enabled',
} as const

export type ProjectFeatureFlag = (typeof switches)[keyof typeof switches]
export const projectFeatureFlags: readonly ProjectFeatureFlag[] = Object.values(switches)

export type ProjectWithFeatureFlags = { archived_at: unknown } & Record<ProjectFeatureFlag, boolean>

/**
 * Returns true if the call is rejected while its project is read-only. This applies to all writes in a
 * project, unless declared otherwise.
 */
export function isRejectedInReadOnlyProject({
  who,
  method,
  archivedProject,
}: Pick<Call, 'who' | 'method' | 'archivedProject'>): boolean {
  return typeof who === 'object' && 'project' in who && method !== 'GET' && archivedProject !== 'allowed'
}

/**
 * Returns the project setting that must be enabled for writes in this area, or null if the area needs no
 * setting.
 */
export function featureFlagForArea(area: string): ProjectFeatureFlag | null {
  return Object.hasOwn(switches, area) ? switches[area as keyof typeof switches] : null
}

/** Returns the reason why an area of a project is read-only, or null if it accepts writes. */
export function projectWriteProblem(
  project: ProjectWithFeatureFlags,
  area: string,
): 'archived' | 'switched_off' | null {
  if (project.archived_at !== null) return 'archived'
  const needed = featureFlagForArea(area)
  return needed !== null && !project[needed] ? 'switched_off' : null
}
