import { addDays, type Clock } from '../../platform/clock.ts'

/** First and last day of a range, both inclusive. Null means no limit. */
export interface OpenEndedDayRange {
  first: string | null
  last: string | null
}

/** Description of the periods that `parsePeriod` accepts, for error messages. */
export const periodNamesText =
  'today, yesterday, tomorrow, last_week, this_week, next_week, last_month, this_month, next_month, last_N_days or next_N_days'

/**
 * Returns the days of a named period relative to today, or null if the name is unknown. Today counts: on a
 * Monday, `next_7_days` ends on Sunday.
 */
export function parsePeriod(name: string, { today, weekStartsOn }: Clock): OpenEndedDayRange | null {
  const [, side, count] = /^(last|next)_([1-9]\d{0,2})_days$/.exec(name) ?? []
  if (count !== undefined) {
    const others = Number(count) - 1
    return side === 'next'
      ? { first: today, last: addDays(today, others) }
      : { first: addDays(today, -others), last: today }
  }
  const [, which = '', unit] = /^(last|this|next)_(week|month)$/.exec(name) ?? []
  if (unit === 'week') return week(addDays(today, 7 * steps(which)), weekStartsOn)
  if (unit === 'month') return month(today, steps(which))
  const day = nearDays.get(name)
  if (day === undefined) return null
  return { first: addDays(today, day), last: addDays(today, day) }
}

const nearDays = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

function steps(which: string): number {
  return which === 'this' ? 0 : which === 'next' ? 1 : -1
}

function week(day: string, weekStartsOn: number): OpenEndedDayRange {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const first = addDays(day, -((weekday - weekStartsOn + 7) % 7))
  return { first, last: addDays(first, 6) }
}

function month(today: string, by: number): OpenEndedDayRange {
  const [year = 0, number = 1] = today.split('-').map(Number)
  const startOf = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
  return { first: startOf(number - 1 + by), last: addDays(startOf(number + by), -1) }
}
