import { dateOf, monthStart, weekday, type Zoom } from './geometry.ts'

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Units of the two header rows for each zoom level. */
export const headerUnits: Record<Zoom, { upper: Unit; lower: Unit }> = {
  week: { upper: 'month', lower: 'day' },
  month: { upper: 'month', lower: 'week' },
  quarter: { upper: 'quarter', lower: 'month' },
}

export interface GanttPeriod {
  first: number
  days: number
}

/** Returns all periods of a unit that overlap the days from `from` to `to`. */
export function periodsBetween(unit: Unit, from: number, to: number, weekStartsOn: number): GanttPeriod[] {
  const found: GanttPeriod[] = []
  for (let first = startOf(unit, from, weekStartsOn); first <= to; ) {
    const next = after(unit, first)
    found.push({ first, days: next - first })
    first = next
  }
  return found
}

function startOf(unit: Unit, day: number, weekStartsOn: number): number {
  if (unit === 'day') return day
  if (unit === 'week') return day - ((weekday(day) - weekStartsOn + 7) % 7)
  const month = dateOf(day).getUTCMonth()
  return monthStart(day, -(month % monthsOf[unit]))
}

function after(unit: Unit, first: number): number {
  if (unit === 'day') return first + 1
  if (unit === 'week') return first + 7
  return monthStart(first, monthsOf[unit])
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const
