import { addDays } from '#common/platform/clock.ts'

export const filterPeriods = ['last_week', 'this_week', 'next_week', 'this_month', 'none'] as const
export type FilterPeriod = (typeof filterPeriods)[number]

/** Returns true if `isShown` returns true for at least one value of a filter, or if the filter has no values. */
export function matchesAnyFilterValue<Value>(
  values: readonly Value[],
  isShown: (value: Value) => boolean,
): boolean {
  return values.length === 0 || values.some(isShown)
}

/**
 * Returns true if a day is in a period. `this_week` means the seven days that start today. `last_week` and
 * `next_week` are the seven days before and after them. `this_month` is the calendar month. `none` matches
 * only a missing day.
 */
export function isDayInPeriod(day: string | null, period: FilterPeriod, today: string): boolean {
  if (day === null || period === 'none') return day === null && period === 'none'
  if (period === 'this_month') return day.slice(0, 7) === today.slice(0, 7)
  const first = addDays(today, { last_week: -7, this_week: 0, next_week: 7 }[period])
  return day >= first && day < addDays(first, 7)
}
