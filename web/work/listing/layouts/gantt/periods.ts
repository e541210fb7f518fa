import { dateFromDayNumber, type GanttZoom, monthStartOfDayNumber, weekdayOfDayNumber } from './geometry.ts'

export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Units of the upper and lower row of the header for each zoom level. */
export const headerUnits: Record<GanttZoom, { upper: PeriodUnit; lower: PeriodUnit }> = {
  week: { upper: 'month', lower: 'day' },
  month: { upper: 'month', lower: 'week' },
  quarter: { upper: 'quarter', lower: 'month' },
}

export interface GanttPeriod {
  first: number
  days: number
}

/** Returns all periods of a unit that overlap the days from `from` to `to`. */
export function periodsBetween(
  unit: PeriodUnit,
  from: number,
  to: number,
  weekStartsOn: number,
): GanttPeriod[] {
  const found: GanttPeriod[] = []
  for (let first = startOf(unit, from, weekStartsOn); first <= to; ) {
    const next = after(unit, first)
    found.push({ first, days: next - first })
    first = next
  }
  return found
}

function startOf(unit: PeriodUnit, day: number, weekStartsOn: number): number {
  if (unit === 'day') return day
  if (unit === 'week') return day - ((weekdayOfDayNumber(day) - weekStartsOn + 7) % 7)
  const month = dateFromDayNumber(day).getUTCMonth()
  return monthStartOfDayNumber(day, -(month % monthsOf[unit]))
}

function after(unit: PeriodUnit, first: number): number {
  if (unit === 'day') return first + 1
  if (unit === 'week') return first + 7
  return monthStartOfDayNumber(first, monthsOf[unit])
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const
