import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import { localDay } from '#common/platform/clock.ts'
import { compareNames } from '../../locales/formats.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { matchesRecentDayFilter, type RecentDayFilter } from '../../platform/ui/recent-days.ts'

export const projectSortFields = ['created_at', 'name', 'members_length', 'sort_order'] as const

export interface ProjectFilters {
  access: readonly ('public' | 'secret')[]
  lead: readonly string[]
  members: readonly string[]
  created_at: readonly RecentDayFilter[]
}

/** How the list of projects is displayed. */
export interface ProjectListSettings {
  order: (typeof projectSortFields)[number]
  isDescending: boolean
  onlyMine: boolean
  filters: ProjectFilters
}

export const noProjectFilters: ProjectFilters = { access: [], lead: [], members: [], created_at: [] }
export const projectFilterNames = ['access', 'lead', 'members', 'created_at'] as const

export const defaultProjectListSettings: ProjectListSettings = {
  order: 'created_at',
  isDescending: false,
  onlyMine: false,
  filters: noProjectFilters,
}

/** Stored in this browser for each user and workspace, by `userId|slug`. */
export const projectListSettingsAtom = atomFamily((key: string) => {
  const storedAtom = atomWithStorage<Partial<ProjectListSettings>>(`projects|${key}`, {}, undefined, {
    getOnInit: true,
  })
  return atom(
    (get): ProjectListSettings => ({ ...defaultProjectListSettings, ...get(storedAtom) }),
    (get, set, change: Partial<ProjectListSettings>) => set(storedAtom, { ...get(storedAtom), ...change }),
  )
})

export interface ProjectSortContext {
  today: string
  timezone: string
  /** Returns the ids of the members of a project, or undefined while the members are not loaded. */
  membersOf: (project: Project) => readonly string[] | undefined
  /** Returns the position of a project in the user's sidebar. */
  positionOf: (project: Project) => number
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
    matches(filters.lead, (lead) => project.project_lead === lead) &&
    matches(filters.members, (member) => known.membersOf(project)?.includes(member) === true) &&
    matches(filters.created_at, (days) =>
      matchesRecentDayFilter(localDay(Date.parse(project.created_at), known.timezone), days, known.today),
    )
  const value = (project: Project): number => {
    if (order === 'created_at') return Date.parse(project.created_at)
    if (order === 'members_length') return known.membersOf(project)?.length ?? 0
    return order === 'sort_order' ? known.positionOf(project) : 0
  }
  const sorted = projects.filter(isShown).sort((a, b) => value(a) - value(b) || compareNames(a.name, b.name))
  return isDescending ? sorted.reverse() : sorted
}
