import { addDays } from '#common/platform/clock.ts'

export const planFilterPeriods = ['last_week', 'this_week', 'next_week', 'this_month', 'none'] as const
export type PlanFilterPeriod = (typeof planFilterPeriods)[number]

/** A filter without values matches everything. */
export function matchesAnyFilterValue<Value>(
  values: readonly Value[],
  isShown: (value: Value) => boolean,
): boolean {
  return values.length === 0 || values.some(isShown)
}

/**
 * Returns whether a day is in a period. Weeks are relative to today: the seven days before it, the seven days
 * that start with it, and the seven days after these.
 */
export function isDayInPeriod(day: string | null, period: PlanFilterPeriod, today: string): boolean {
  if (day === null || period === 'none') return day === null && period === 'none'
  if (period === 'this_month') return day.slice(0, 7) === today.slice(0, 7)
  const first = addDays(today, { last_week: -7, this_week: 0, next_week: 7 }[period])
  return day >= first && day < addDays(first, 7)
}
