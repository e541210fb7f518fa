import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import { addDays } from '#common/platform/clock.ts'
import type { DisplayPropertyName } from '#common/work/user-properties/rules.ts'
import type { Priority } from '#common/work/work-items/priorities.ts'
import { combineFilters, type RichFilters } from '../../listing/rich-filters.ts'

/** The properties that a line of a sub-item can show besides its title. */
export const subItemProperties = [
  'key',
  'state',
  'priority',
  'labels',
  'start_date',
  'due_date',
  'assignee',
] as const satisfies DisplayPropertyName[]
export type SubItemProperty = (typeof subItemProperties)[number]

export const subItemGroupings = [null, 'state', 'priority', 'assignees'] as const
export const subItemSortOrders = [
  'created_at',
  '-created_at',
  '-updated_at',
  'start_date',
  'target_date',
  '-priority',
] as const

const periods = ['overdue', 'this_week', 'next_week', 'none'] as const
export type SubItemDateFilter = (typeof periods)[number]
export const subItemDateFilters = {
  // The filter `overdue` is missing, because an item is not overdue if only its start date has passed.
  start_date: ['this_week', 'next_week', 'none'],
  target_date: periods,
} as const satisfies Record<string, readonly SubItemDateFilter[]>

export interface SubItemFilters {
  state: readonly string[]
  priority: readonly Priority[]
  assignees: readonly string[]
  start_date: readonly SubItemDateFilter[]
  target_date: readonly SubItemDateFilter[]
}
export const subItemFilterNames = ['state', 'priority', 'assignees', 'start_date', 'target_date'] as const

/** The display settings and filters of a list of sub-items. */
export interface SubItemSettings {
  hidden: readonly SubItemProperty[]
  group_by: (typeof subItemGroupings)[number]
  order_by: (typeof subItemSortOrders)[number]
  filters: SubItemFilters
}

export const noSubItemFilters: SubItemFilters = {
  state: [],
  priority: [],
  assignees: [],
  start_date: [],
  target_date: [],
}

const defaults: SubItemSettings = {
  hidden: [],
  group_by: null,
  order_by: 'created_at',
  filters: noSubItemFilters,
}

/** The settings of the sub-item list, stored in this browser. The key is `userId|projectId`. */
export const subItemSettingsAtom = atomFamily((key: string) => {
  const storedAtom = atomWithStorage<Partial<SubItemSettings>>(`sub-items|${key}`, {}, undefined, {
    getOnInit: true,
  })
  return atom(
    (get): SubItemSettings => ({ ...defaults, ...get(storedAtom) }),
    (get, set, change: Partial<SubItemSettings>) => set(storedAtom, { ...get(storedAtom), ...change }),
  )
})

/** Converts the filters to a filter expression for lists. The values of one filter are combined with "or". */
export function subItemFiltersToRichFilters(filters: SubItemFilters, today: string): RichFilters {
  const isIn = (name: string, values: readonly string[]) =>
    values.length === 0 ? null : { [`${name}__in`]: values.join(',') }
  return combineFilters(
    isIn('state_id', filters.state),
    isIn('priority', filters.priority),
    isIn('assignee_id', filters.assignees),
    inPeriods('start_date', filters.start_date, today),
    inPeriods('target_date', filters.target_date, today),
  )
}

/** A range that contains every date. The filter for items without a date negates this range. */
const anyDay = '1000-01-01,2999-12-31'

function inPeriods(
  name: 'start_date' | 'target_date',
  wanted: readonly SubItemDateFilter[],
  today: string,
): RichFilters | null {
  const range = (days: string): RichFilters => ({ [`${name}__range`]: days })
  const parts = wanted.map((period) => {
    if (period === 'none') return { not: range(anyDay) }
    if (period === 'overdue') return range(`1000-01-01,${addDays(today, -1)}`)
    const first = period === 'this_week' ? today : addDays(today, 7)
    return range(`${first},${addDays(first, 6)}`)
  })
  const [only] = parts
  if (only === undefined) return null
  return parts.length === 1 ? only : { or: parts }
}
