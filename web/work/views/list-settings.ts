import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import { localDay } from '#common/platform/clock.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import { compareNames } from '../../locales/formats.ts'
import { matchesRecentDayFilter, type RecentDayFilter } from '../../platform/ui/recent-days.ts'

export const viewOrders = ['name', 'created_at', 'updated_at'] as const
export const viewFilterNames = ['access', 'owned_by', 'created_at'] as const

export interface ViewFilters {
  access: readonly ('shared' | 'private')[]
  owned_by: readonly string[]
  created_at: readonly RecentDayFilter[]
}

/** Settings for the display of the list of views. */
export interface ViewListSettings {
  order: (typeof viewOrders)[number]
  isDescending: boolean
  onlyFavorites: boolean
  filters: ViewFilters
}

export const noViewFilters: ViewFilters = { access: [], owned_by: [], created_at: [] }

export const defaultViewListSettings: ViewListSettings = {
  order: 'name',
  isDescending: false,
  onlyFavorites: false,
  filters: noViewFilters,
}

/** The settings of the list of views, stored in this browser. The key is `userId|projectId`. */
export const viewListSettingsAtom = atomFamily((key: string) => {
  const storedAtom = atomWithStorage<Partial<ViewListSettings>>(`views|${key}`, {}, undefined, {
    getOnInit: true,
  })
  return atom(
    (get): ViewListSettings => ({ ...defaultViewListSettings, ...get(storedAtom) }),
    (get, set, change: Partial<ViewListSettings>) => set(storedAtom, { ...get(storedAtom), ...change }),
  )
})

interface KnownOfViews {
  words: string
  today: string
  timezone: string
  favorites: ReadonlySet<string>
}

/** Returns the views that match the search text and all filters, in the chosen order. */
export function filterAndSortViews(
  views: readonly ViewRow[],
  { order, isDescending, onlyFavorites, filters }: ViewListSettings,
  { words, today, timezone, favorites }: KnownOfViews,
): ViewRow[] {
  const matches = <Value>(values: readonly Value[], isShown: (value: Value) => boolean) =>
    values.length === 0 || values.some(isShown)
  const wanted = words.trim().toLocaleLowerCase()
  const isShown = (view: ViewRow) =>
    `${view.name} ${view.description}`.toLocaleLowerCase().includes(wanted) &&
    (!onlyFavorites || favorites.has(view.id)) &&
    matches(filters.access, (access) => (view.access === 1 ? 'shared' : 'private') === access) &&
    matches(filters.owned_by, (owner) => view.owned_by === owner) &&
    matches(filters.created_at, (days) =>
      matchesRecentDayFilter(localDay(Date.parse(view.created_at), timezone), days, today),
    )
  const time = (view: ViewRow) => (order === 'name' ? 0 : Date.parse(view[order]))
  const sorted = views.filter(isShown).sort((a, b) => time(a) - time(b) || compareNames(a.name, b.name))
  return isDescending ? sorted.reverse() : sorted
}
