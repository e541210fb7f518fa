import { addDays } from '#common/platform/clock.ts'

/** Filters of short lists by a day in the past. */
export const recentDayFilters = ['today', 'yesterday', 'last_7_days', 'last_30_days'] as const
export type RecentDayFilter = (typeof recentDayFilters)[number]

/** Checks a day of the form `2026-11-29`. The last days include today. */
export function matchesRecentDayFilter(day: string, wanted: RecentDayFilter, today: string): boolean {
  if (wanted === 'today') return day === today
  if (wanted === 'yesterday') return day === addDays(today, -1)
  return day <= today && day > addDays(today, wanted === 'last_7_days' ? -7 : -30)
}
