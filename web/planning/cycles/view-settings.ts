import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { CycleStatus } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { getCycleDayRange } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import type { CycleOrModuleLayout } from '../cycles-and-modules/layouts.ts'
import {
  type FilterPeriod,
  isDayInPeriod,
  matchesAnyFilterValue,
} from '../cycles-and-modules/list-filters.ts'

export type CycleSection = CycleStatus | 'archived'

/**
 * Maps the name of each tab in the URL to the status of the cycles that the tab shows. A tab with null shows all
 * cycles.
 */
export const cycleTabs = {
  active: 'CURRENT',
  upcoming: 'UPCOMING',
  drafts: 'DRAFT',
  completed: 'COMPLETED',
  archived: 'archived',
  all: null,
} as const satisfies Record<string, CycleSection | null>
export type CycleTab = keyof typeof cycleTabs
export const cycleTabNames = Object.keys(cycleTabs) as CycleTab[]

export function parseCycleTab(text: string | null): CycleTab {
  return cycleTabNames.find((name) => name === text) ?? 'active'
}

export interface CycleFilters {
  start_date: readonly FilterPeriod[]
  end_date: readonly FilterPeriod[]
}

/** The display settings of the cycles of a project. */
interface CycleViewSettings {
  layout: CycleOrModuleLayout
  onlyFavorites: boolean
  filters: CycleFilters
}

export const noCycleFilters: CycleFilters = { start_date: [], end_date: [] }

const defaultSettings: CycleViewSettings = { layout: 'list', onlyFavorites: false, filters: noCycleFilters }

/**
 * The display settings, which this browser stores for each user and project. The key is `userId|projectId`.
 */
export const cycleViewSettingsAtom = atomFamily((key: string) => {
  const storedAtom = atomWithStorage<Partial<CycleViewSettings>>(`cycles|${key}`, {}, undefined, {
    getOnInit: true,
  })
  return atom(
    (get): CycleViewSettings => ({ ...defaultSettings, ...get(storedAtom) }),
    (get, set, change: Partial<CycleViewSettings>) => set(storedAtom, { ...get(storedAtom), ...change }),
  )
})

export function cycleSectionOf(cycle: CycleRow): CycleSection {
  return cycle.archived_at === null ? statusOfCycle(cycle) : 'archived'
}

/** Returns the tab whose cycles have the same status as this cycle. */
export function tabOfCycle(cycle: CycleRow): CycleTab {
  return cycleTabNames.find((name) => cycleTabs[name] === cycleSectionOf(cycle)) ?? 'all'
}

/** Returns the query of a tab in the URL. */
export function queryOfCycleTab(tab: CycleTab): Record<string, string> {
  return tab === 'active' ? {} : { tab }
}

interface CycleSearch {
  words: string
  filters: CycleFilters
  /** The ids of the user's favorite cycles, if only favorites are shown. It is null if all cycles are shown. */
  favorites: ReadonlySet<string> | null
  today: string
}

/** Returns true if a cycle matches the search text and all filters. */
export function matchesCycleSearch(
  cycle: CycleRow,
  { words, filters, favorites, today }: CycleSearch,
): boolean {
  if (favorites !== null && !favorites.has(cycle.id)) return false
  if (!cycle.name.toLocaleLowerCase().includes(words)) return false
  const days = getCycleDayRange(cycle)
  return (
    matchesAnyFilterValue(filters.start_date, (period) =>
      isDayInPeriod(days?.first ?? null, period, today),
    ) && matchesAnyFilterValue(filters.end_date, (period) => isDayInPeriod(days?.last ?? null, period, today))
  )
}
