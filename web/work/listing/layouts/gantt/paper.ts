import { monthStart, type Span, type Zoom } from './geometry.ts'
import { headerUnits, periodsBetween, type Unit } from './periods.ts'

/** The time axis on paper: all days of all items, on the width that there is. */
export interface PaperAxis {
  first: number
  days: number
  /** What its two lines name; the lower line is missing where its periods would be too narrow. */
  upper: Unit
  lower: Unit | null
  /** The form of the names. */
  zoom: Zoom
}

/** The width of the axis, on which lines are routed. It is stretched to the width of the paper. */
export const paperWidth = 560

/** The most days with which the periods of the lower line have room for their names. */
const most: readonly [Zoom, days: number][] = [
  ['week', 35],
  ['month', 90],
  ['quarter', 700],
]

/** Without spans the axis shows the month of today. */
export function paperAxis(spans: readonly Span[], today: number, weekStartsOn: number): PaperAxis {
  const [begins, ends] =
    spans.length === 0
      ? [[monthStart(today, 0)], [monthStart(today, 1) - 1]]
      : [spans.map((span) => span.first), spans.map((span) => span.last)]
  const first = begins.reduce((a, b) => Math.min(a, b))
  const last = ends.reduce((a, b) => Math.max(a, b))
  const [zoom] = most.find(([, days]) => last - first < days) ?? ['quarter']
  const isLong = last - first >= 700
  const { upper, lower } = isLong ? { upper: 'year' as const, lower: null } : headerUnits[zoom]
  const shown = periodsBetween(lower ?? upper, first, last, weekStartsOn)
  const begin = shown[0]?.first ?? first
  const end = shown.at(-1)
  return { first: begin, days: end ? end.first + end.days - begin : 1, upper, lower, zoom }
}

/** The share of the axis before a day, from 0 to 1. */
export function paperPlace(day: number, { first, days }: PaperAxis): number {
  return Math.min(1, Math.max(0, (day - first) / days))
}
