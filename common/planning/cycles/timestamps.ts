import { addDays, createClock } from '../../platform/clock.ts'
import type { DayRange } from '../figures/days.ts'
import { type CycleDates, cycleDayRange } from './rules.ts'

/**
 * Returns the start and end of a cycle for its first and last day. The cycle starts one second after midnight,
 * or now if the first day is today. It ends with the last millisecond of the last day. `started` is the start
 * of a cycle that has already started on its first day; this start does not change.
 */
export function computeCycleTimestamps(
  { first, last }: DayRange,
  timezone: string,
  started: Date | null = null,
): { start_date: Date; end_date: Date } {
  const clock = createClock(timezone)
  const begin = Date.parse(clock.startOf(first)) + 1000
  const end = Date.parse(clock.startOf(addDays(last, 1))) - 1
  const start = started?.getTime() ?? (first === clock.today ? Date.now() : begin)
  return { start_date: new Date(start <= end ? start : begin), end_date: new Date(end) }
}

/**
 * Returns the start and end that a cycle gets when a user sets its first and last day. `cycle` contains its current
 * dates, or is null for a new cycle.
 */
export function cycleDatesForDays(days: DayRange, timezone: string, cycle: CycleDates | null): CycleDates {
  const isSameStart = cycle !== null && cycleDayRange(cycle, timezone)?.first === days.first
  const started = isSameStart && cycle.start_date !== null ? new Date(cycle.start_date) : null
  const { start_date, end_date } = computeCycleTimestamps(days, timezone, started)
  return { start_date: start_date.toISOString(), end_date: end_date.toISOString() }
}
