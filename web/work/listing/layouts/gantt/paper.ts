import { type BlockSpan, type GanttZoom, monthStartOfDayNumber } from './geometry.ts'
import { headerUnits, type PeriodUnit, periodsBetween } from './periods.ts'

/** The time axis of a printed timeline. It contains the days of all items and fits the width of the page. */
export interface PrintAxis {
  first: number
  days: number
  /** Units of the two header rows. The lower row is omitted if its periods would be too narrow. */
  upper: PeriodUnit
  lower: PeriodUnit | null
  /** The zoom level that determines the format of the names. */
  zoom: GanttZoom
}

/**
 * The width in pixels for which relation lines are computed. The lines are then stretched to the width of the
 * paper.
 */
export const ganttPrintWidth = 560

/**
 * For each zoom level, the maximum number of days that fit on the paper. With more days, the names in the lower
 * row of the header would overlap.
 */
const most: readonly [GanttZoom, days: number][] = [
  ['week', 35],
  ['month', 90],
  ['quarter', 700],
]

/** Returns a time axis that contains all spans. If there are no spans, the axis shows the current month. */
export function createPrintAxis(spans: readonly BlockSpan[], today: number, weekStartsOn: number): PrintAxis {
  const [begins, ends] =
    spans.length === 0
      ? [[monthStartOfDayNumber(today, 0)], [monthStartOfDayNumber(today, 1) - 1]]
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

/** Returns the share of the axis before a day, from 0 to 1. */
export function getPrintPosition(day: number, { first, days }: PrintAxis): number {
  return Math.min(1, Math.max(0, (day - first) / days))
}
