import { addDays, type Clock } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import type { DayRange } from '../figures/days.ts'

export const dateFilters = ['yesterday', 'last_7_days', 'last_30_days', 'last_3_months', 'custom'] as const
export type DateFilter = (typeof dateFilters)[number]

/** Number of days from the start of each range to today. 3 months count as 90 days, as in Plane. */
const daysBack = { last_7_days: 7, last_30_days: 30, last_3_months: 90 } as const

/**
 * Returns the first and last day of a date filter. Returns null if there is no filter. Throws `invalid` for
 * `custom` if a day is missing.
 */
export function dayRangeOfFilter(
  sent: {
    date_filter?: DateFilter | undefined
    start_date?: string | undefined
    end_date?: string | undefined
  },
  clock: Pick<Clock, 'today'>,
): DayRange | null {
  const { date_filter, start_date, end_date } = sent
  if (date_filter === undefined) return null
  if (date_filter === 'yesterday') {
    const yesterday = addDays(clock.today, -1)
    return { first: yesterday, last: yesterday }
  }
  if (date_filter !== 'custom')
    return { first: addDays(clock.today, -daysBack[date_filter]), last: clock.today }
  if (start_date === undefined) throw invalid('start_date', 'A custom date filter needs a start date.')
  if (end_date === undefined) throw invalid('end_date', 'A custom date filter needs an end date.')
  if (end_date < start_date) throw invalid('end_date', 'The end date is before the start date.')
  return { first: start_date, last: end_date }
}

export const granularities = ['day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

/**
 * Returns the default period of a range. Long ranges are grouped by month, because a chart is readable with
 * at most about a hundred points.
 */
export function granularityForRange(range: DayRange): Granularity {
  return addDays(range.first, 92) >= range.last ? 'day' : 'month'
}

/**
 * Maximum number of periods of a chart. A chart with more periods would be unreadable, and the response too
 * large.
 */
const maxPeriods = 400
const daysIn = { day: 1, week: 7, month: 30 } as const
/** Number of days of the longest period that a chart can show: 400 months. */
export const maxAnalyticsRangeDays = maxPeriods * daysIn.month

export function hasTooManyPeriods({ first, last }: DayRange, granularity: Granularity): boolean {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000 / daysIn[granularity] > maxPeriods
}

/** Returns the first day of the period that contains the day. `weekStartsOn` is a setting of the user. */
export function startOfPeriod(day: string, granularity: Granularity, weekStartsOn: number): string {
  if (granularity === 'day') return day
  if (granularity === 'month') return `${day.slice(0, 7)}-01`
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday - weekStartsOn + 7) % 7))
}

/** Returns the first days of all periods of a range, in order. */
export function listPeriodsInRange(
  range: DayRange,
  granularity: Granularity,
  weekStartsOn: number,
): string[] {
  const periods: string[] = []
  let period = startOfPeriod(range.first, granularity, weekStartsOn)
  while (period <= range.last) {
    periods.push(period)
    period = nextPeriod(period, granularity)
  }
  return periods
}

function nextPeriod(period: string, granularity: Granularity): string {
  if (granularity === 'day') return addDays(period, 1)
  if (granularity === 'week') return addDays(period, 7)
  return `${addDays(period, 31).slice(0, 7)}-01`
}

/** Returns the last day of the period that begins on the day `period`. */
export function lastDayOfPeriod(period: string, granularity: Granularity): string {
  return addDays(nextPeriod(period, granularity), -1)
}
