import { addDays } from '#common/platform/clock.ts'

/** The options of filters that limit a short list to recent days. */
export const recentDayFilters = ['today', 'yesterday', 'last_7_days', 'last_30_days'] as const
export type RecentDayFilter = (typeof recentDayFilters)[number]

/**
 * Returns true if a day such as `2026-11-29` matches the filter. `last_7_days` and `last_30_days` include
 * today.
 */
export function matchesRecentDayFilter(day: string, wanted: RecentDayFilter, today: string): boolean {
  if (wanted === 'today') return day === today
  if (wanted === 'yesterday') return day === addDays(today, -1)
  return day <= today && day > addDays(today, wanted === 'last_7_days' ? -7 : -30)
}
