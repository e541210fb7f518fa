import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import { localDay } from '#common/platform/clock.ts'
import { updateStatuses } from '#common/platform/update-statuses.ts'
import { compareNames } from '../../locales/formats.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { compareMissingLast } from '../../platform/ui/compare-values.ts'
import { matchesRecentDayFilter, type RecentDayFilter } from '../../platform/ui/recent-days.ts'

export const projectSortFields = [
  'created_at',
  'name',
  'health',
  'target_date',
  'lead',
  'members_length',
  'sort_order',
] as const

export type ProjectListTab = 'active' | 'archived' | 'deleted'

/** Returns the tab that the URL names. Only users who can create projects see deleted projects. */
export function parseProjectListTab(text: string | null, canRestore: boolean): ProjectListTab {
  if (text === 'archived') return text
  return text === 'deleted' && canRestore ? text : 'active'
}

export const projectHealthFilters = [...updateStatuses, 'none'] as const

export interface ProjectFilters {
  access: readonly ('public' | 'secret')[]
  health: readonly (typeof projectHealthFilters)[number][]
  lead: readonly string[]
  members: readonly string[]
  created_at: readonly RecentDayFilter[]
}

/** The display settings of the list of projects. */
export interface ProjectListSettings {
  layout: 'list' | 'cards'
  order: (typeof projectSortFields)[number]
  isDescending: boolean
  onlyMine: boolean
  filters: ProjectFilters
}

export const noProjectFilters: ProjectFilters = {
  access: [],
  health: [],
  lead: [],
  members: [],
  created_at: [],
}
export const projectFilterNames = ['access', 'health', 'lead', 'members', 'created_at'] as const

export const defaultProjectListSettings: ProjectListSettings = {
  layout: 'list',
  order: 'created_at',
  isDescending: false,
  onlyMine: false,
  filters: noProjectFilters,
}

/** The display settings, which this browser stores for each user and workspace. The key is `userId|slug`. */
export const projectListSettingsAtom = atomFamily((key: string) => {
  const storedAtom = atomWithStorage<Partial<ProjectListSettings>>(`projects|${key}`, {}, undefined, {
    getOnInit: true,
  })
  return atom(
    (get): ProjectListSettings => {
      const stored = get(storedAtom)
      // An earlier version of the client may have stored fewer filters, so missing filters get their defaults.
      const filters = { ...noProjectFilters, ...stored.filters }
      return { ...defaultProjectListSettings, ...stored, filters }
    },
    (get, set, change: Partial<ProjectListSettings>) => set(storedAtom, { ...get(storedAtom), ...change }),
  )
})

export interface ProjectSortContext {
  today: string
  timezone: string
  /** Returns the ids of the active members of a project, or undefined while the members are not loaded. */
  membersOf: (project: Project) => readonly string[] | undefined
  /** Returns the position of a project in the user's sidebar. */
  positionOf: (project: Project) => number
  leadName: (project: Project) => string
  isMine: (project: Project) => boolean
}

/** Returns the projects that match all filters, in the chosen order. A filter without values matches everything. */
export function filterAndSortProjects(
  projects: readonly Project[],
  { order, isDescending, onlyMine, filters }: ProjectListSettings,
  known: ProjectSortContext,
): Project[] {
  const matches = <Value>(values: readonly Value[], isShown: (value: Value) => boolean) =>
    values.length === 0 || values.some(isShown)
  const isShown = (project: Project) =>
    (!onlyMine || known.isMine(project)) &&
    matches(filters.access, (access) => (project.network === 2 ? 'public' : 'secret') === access) &&
    matches(filters.health, (health) => (project.health ?? 'none') === health) &&
    matches(filters.lead, (lead) => project.project_lead === lead) &&
    matches(filters.members, (member) => known.membersOf(project)?.includes(member) === true) &&
    matches(filters.created_at, (days) =>
      matchesRecentDayFilter(localDay(Date.parse(project.created_at), known.timezone), days, known.today),
    )
  const value = (project: Project): number | null => {
    if (order === 'created_at') return Date.parse(project.created_at)
    if (order === 'members_length') return known.membersOf(project)?.length ?? null
    if (order === 'health') return healthRank(project)
    if (order === 'target_date') return project.target_date === null ? null : Date.parse(project.target_date)
    return order === 'sort_order' ? known.positionOf(project) : 0
  }
  const text = (project: Project) => (order === 'lead' ? known.leadName(project) || null : '')
  return projects
    .filter(isShown)
    .sort(
      (a, b) =>
        compareMissingLast(value(a), value(b), isDescending, (one, other) => one - other) ||
        compareMissingLast(text(a), text(b), isDescending, compareNames) ||
        compareMissingLast(a.name, b.name, isDescending, compareNames),
    )
}

/**
 * Returns the sort rank of a project by its health, or null if the project has no updates. Projects that need attention
 * come first.
 */
function healthRank({ health }: Project): number | null {
  return health && updateStatuses.length - 1 - updateStatuses.indexOf(health)
}
