import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { ModuleStatus } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { addDays } from '#common/platform/clock.ts'
import { type Measure, shareDone } from '../../work/plans/measure.ts'
import { byName } from '../../work/plans/module-order.ts'
import type { PlanCounts } from '../plans/use-counts.ts'

export const moduleLayouts = ['list', 'board', 'gantt'] as const
export const orders = [
  'name',
  'progress',
  'issues_length',
  'target_date',
  'created_at',
  'sort_order',
] as const
export const periods = ['last_week', 'this_week', 'next_week', 'this_month', 'none'] as const
export type Period = (typeof periods)[number]

export interface ModuleFilters {
  status: readonly ModuleStatus[]
  lead: readonly string[]
  members: readonly string[]
  start_date: readonly Period[]
  target_date: readonly Period[]
}

/** How the modules of a project are displayed. */
export interface ModuleViewSettings {
  layout: (typeof moduleLayouts)[number]
  order: (typeof orders)[number]
  isDescending: boolean
  filters: ModuleFilters
}

export const noModuleFilters: ModuleFilters = {
  status: [],
  lead: [],
  members: [],
  start_date: [],
  target_date: [],
}
export const filterNames = Object.keys(noModuleFilters) as (keyof ModuleFilters)[]

const defaultSettings: ModuleViewSettings = {
  layout: 'list',
  order: 'name',
  isDescending: false,
  filters: noModuleFilters,
}

/**
 * The view settings of modules. They are stored in this browser for each user and project, with the key
 * `userId|projectId`.
 */
export const moduleViewSettingsAtom = atomFamily((key: string) =>
  atomWithStorage<ModuleViewSettings>(`modules|${key}`, defaultSettings, undefined, { getOnInit: true }),
)

/** Returns the modules that match all filters, in the chosen order. A filter without values matches everything. */
export function filterAndSort(
  modules: readonly ModuleRow[],
  { filters, order, isDescending }: ModuleViewSettings,
  counts: ReadonlyMap<string, PlanCounts>,
  today: string,
  measure: Measure,
): ModuleRow[] {
  const isShown = (module: ModuleRow) =>
    matchesAny(filters.status, (status) => module.status === status) &&
    matchesAny(filters.lead, (lead) => module.lead_id === lead) &&
    matchesAny(filters.members, (member) => module.member_ids.includes(member)) &&
    matchesAny(filters.start_date, (period) => isWithin(module.start_date, period, today)) &&
    matchesAny(filters.target_date, (period) => isWithin(module.target_date, period, today))
  const value = (module: ModuleRow) => {
    const known = counts.get(module.id)
    if (order === 'progress') return known === undefined ? 0 : shareDone(known, measure)
    if (order === 'issues_length') return known?.total_issues ?? 0
    return order === 'name' ? 0 : module[order]
  }
  const sorted = modules
    .filter(isShown)
    .sort((one, other) => compare(value(one), value(other)) || byName(one, other))
  return isDescending ? sorted.reverse() : sorted
}

function matchesAny<Value>(values: readonly Value[], isShown: (value: Value) => boolean): boolean {
  return values.length === 0 || values.some(isShown)
}

/**
 * Returns whether a day is in a period. Weeks are relative to today: the seven days before it, the seven days
 * that start with it, and the seven days after these.
 */
function isWithin(day: string | null, period: Period, today: string): boolean {
  if (day === null || period === 'none') return day === null && period === 'none'
  if (period === 'this_month') return day.slice(0, 7) === today.slice(0, 7)
  const first = addDays(today, { last_week: -7, this_week: 0, next_week: 7 }[period])
  return day >= first && day < addDays(first, 7)
}

/** Compares two values for sorting. Null sorts last. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}
