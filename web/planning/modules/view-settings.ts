import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { ModuleStatus } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { compareMissingLast } from '../../platform/ui/compare-values.ts'
import { compareModulesByName } from '../../work/cycles-modules-epics/compare-modules-by-name.ts'
import { completedShare, type Measure } from '../../work/cycles-modules-epics/measure.ts'
import type { CycleOrModuleLayout } from '../cycles-and-modules/layouts.ts'
import {
  type FilterPeriod,
  isDayInPeriod,
  matchesAnyFilterValue,
} from '../cycles-and-modules/list-filters.ts'
import type { CycleOrModuleCounts } from '../cycles-and-modules/use-counts.ts'

export const moduleSortFields = [
  'name',
  'progress',
  'issues_length',
  'target_date',
  'created_at',
  'sort_order',
] as const

export interface ModuleFilters {
  status: readonly ModuleStatus[]
  lead: readonly string[]
  members: readonly string[]
  start_date: readonly FilterPeriod[]
  target_date: readonly FilterPeriod[]
}

/** The display settings of the modules of a project. */
export interface ModuleViewSettings {
  layout: CycleOrModuleLayout
  order: (typeof moduleSortFields)[number]
  isDescending: boolean
  onlyFavorites: boolean
  filters: ModuleFilters
  /** The filters of the list of archived modules. They are separate from the filters of the other modules. */
  archivedFilters: ModuleFilters
}

export const noModuleFilters: ModuleFilters = {
  status: [],
  lead: [],
  members: [],
  start_date: [],
  target_date: [],
}
export const moduleFilterNames = Object.keys(noModuleFilters) as (keyof ModuleFilters)[]

const defaultSettings: ModuleViewSettings = {
  layout: 'list',
  order: 'name',
  isDescending: false,
  onlyFavorites: false,
  filters: noModuleFilters,
  archivedFilters: noModuleFilters,
}

/**
 * The view settings of modules. They are stored in this browser for each user and project, with the key
 * `userId|projectId`.
 */
export const moduleViewSettingsAtom = atomFamily((key: string) => {
  const storedAtom = atomWithStorage<Partial<ModuleViewSettings>>(`modules|${key}`, {}, undefined, {
    getOnInit: true,
  })
  return atom(
    // An earlier version of the client may have stored fewer settings, so missing settings get their
    // defaults.
    (get): ModuleViewSettings => ({ ...defaultSettings, ...get(storedAtom) }),
    (_, set, settings: ModuleViewSettings) => set(storedAtom, settings),
  )
})

interface ModuleSorting extends Pick<ModuleViewSettings, 'order' | 'isDescending' | 'filters'> {
  /** The ids of the user's favorite modules, if only favorites are shown. It is null if all modules are shown. */
  favorites: ReadonlySet<string> | null
}

/** Returns the modules that match all filters, in the chosen order. A filter without values matches everything. */
export function filterAndSortModules(
  modules: readonly ModuleRow[],
  { filters, order, isDescending, favorites }: ModuleSorting,
  counts: ReadonlyMap<string, CycleOrModuleCounts>,
  today: string,
  measure: Measure,
): ModuleRow[] {
  const isShown = (module: ModuleRow) =>
    (favorites === null || favorites.has(module.id)) &&
    matchesAnyFilterValue(filters.status, (status) => module.status === status) &&
    matchesAnyFilterValue(filters.lead, (lead) => module.lead_id === lead) &&
    matchesAnyFilterValue(filters.members, (member) => module.member_ids.includes(member)) &&
    matchesAnyFilterValue(filters.start_date, (period) => isDayInPeriod(module.start_date, period, today)) &&
    matchesAnyFilterValue(filters.target_date, (period) => isDayInPeriod(module.target_date, period, today))
  const value = (module: ModuleRow) => {
    const known = counts.get(module.id)
    if (order === 'progress') return known === undefined ? 0 : completedShare(known, measure)
    if (order === 'issues_length') return known?.total_issues ?? 0
    return order === 'name' ? 0 : module[order]
  }
  return modules
    .filter(isShown)
    .sort(
      (one, other) =>
        compareMissingLast(value(one), value(other), isDescending, compare) ||
        compareMissingLast(one, other, isDescending, compareModulesByName),
    )
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

export function activeModuleFilters(settings: ModuleViewSettings, isArchive: boolean): ModuleFilters {
  return isArchive ? settings.archivedFilters : settings.filters
}
