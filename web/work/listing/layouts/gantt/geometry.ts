import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { scaleToBrowserFont } from '../../../../platform/ui/scale-to-browser-font.ts'

/** The zoom levels of the timeline. A day is widest with `week` and narrowest with `quarter`. */
export type GanttZoom = DisplayFilters['gantt']['zoom']
export const ganttZooms: readonly GanttZoom[] = ['week', 'month', 'quarter']

interface Scale {
  /** Width of a day in pixels. */
  dayWidth: number
  /**
   * Number of months that the axis covers on each side of the day at which it opens. Scrolling to an end of the axis adds
   * the same number of months.
   */
  months: number
}

export const ganttScales: Record<GanttZoom, Scale> = {
  week: { dayWidth: scaleToBrowserFont(60), months: 4 },
  month: { dayWidth: scaleToBrowserFont(20), months: 6 },
  quarter: { dayWidth: scaleToBrowserFont(5), months: 24 },
}

/** The sizes of rows, header and sidebar in pixels. */
export const ganttRowHeight = scaleToBrowserFont(44)
export const ganttHeaderHeight = scaleToBrowserFont(48)
export const ganttSidebarWidth = scaleToBrowserFont(360)
export const ganttNarrowSidebarWidth = scaleToBrowserFont(132)
/** Width in pixels of a block with only one date, and of a block that a click creates. */
const newBlockWidth = scaleToBrowserFont(60)

const millisecondsOfDay = 86_400_000

/** Returns the number of days since 1 January 1970. The time axis uses these numbers for days. */
export function toDayNumber(plain: string): number {
  return Date.parse(plain) / millisecondsOfDay
}

export function plainDateFromDayNumber(day: number): string {
  return dateFromDayNumber(day).toISOString().slice(0, 10)
}

/** Returns the start of the day in UTC. */
export function dateFromDayNumber(day: number): Date {
  return new Date(day * millisecondsOfDay)
}

/** Returns the weekday of a day from 0 (Sunday) to 6. */
export function weekdayOfDayNumber(day: number): number {
  return dateFromDayNumber(day).getUTCDay()
}

/** A range of day numbers, see `toDayNumber`. The last day is included. */
export interface DayNumberRange {
  first: number
  last: number
}

export function rangeAroundDay(day: number, zoom: GanttZoom): DayNumberRange {
  const { months } = ganttScales[zoom]
  return { first: monthStartOfDayNumber(day, -months), last: monthStartOfDayNumber(day, months + 1) - 1 }
}

export function extendDayNumberRange(
  { first, last }: DayNumberRange,
  at: 'start' | 'end',
  zoom: GanttZoom,
): DayNumberRange {
  const { months } = ganttScales[zoom]
  return at === 'start'
    ? { first: monthStartOfDayNumber(first, -months), last }
    : { first, last: monthStartOfDayNumber(last, months + 1) - 1 }
}

/**
 * Returns the first day of the month that is `months` after the month of `day`. Negative numbers count
 * backwards.
 */
export function monthStartOfDayNumber(day: number, months: number): number {
  const date = dateFromDayNumber(day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / millisecondsOfDay
}

export interface ItemDates {
  start_date: string | null
  target_date: string | null
}

/** The days that a block covers. The last day is included. `open` is the end that has no date. */
export interface BlockSpan {
  first: number
  last: number
  open: 'start' | 'end' | null
}

/** Returns the days that the block of an item covers, or null if the item has no dates. */
export function getBlockSpan({ start_date, target_date }: ItemDates, zoom: GanttZoom): BlockSpan | null {
  const rest = getNewBlockLengthInDays(zoom) - 1
  if (start_date === null && target_date === null) return null
  if (target_date === null) {
    const first = toDayNumber(start_date ?? '')
    return { first, last: first + rest, open: 'end' }
  }
  const last = toDayNumber(target_date)
  if (start_date === null) return { first: last - rest, last, open: 'start' }
  return { first: toDayNumber(start_date), last, open: null }
}

export function getNewBlockLengthInDays(zoom: GanttZoom): number {
  return Math.max(1, Math.round(newBlockWidth / ganttScales[zoom].dayWidth))
}

/** Returns the dates of a block that is created on a day. */
export function datesOfNewBlock(day: number, zoom: GanttZoom): ItemDates {
  return {
    start_date: plainDateFromDayNumber(day),
    target_date: plainDateFromDayNumber(day + getNewBlockLengthInDays(zoom) - 1),
  }
}

/** The part of a block that is dragged. */
export type DraggedBlockPart = 'start' | 'end' | 'whole'

/**
 * Returns the dates after a user has moved a block, or one end of a block, by some days. One end cannot be
 * moved past the other end. Moving an end without a date sets the date of that end.
 */
export function shiftDates(
  dates: ItemDates,
  grip: DraggedBlockPart,
  days: number,
  zoom: GanttZoom,
): ItemDates {
  const span = getBlockSpan(dates, zoom)
  if (span === null || days === 0) return dates
  const { start_date, target_date } = dates
  if (grip === 'whole') {
    return {
      start_date: start_date && plainDateFromDayNumber(span.first + days),
      target_date: target_date && plainDateFromDayNumber(span.last + days),
    }
  }
  if (grip === 'start') {
    const first = span.first + days
    return {
      start_date: plainDateFromDayNumber(target_date === null ? first : Math.min(first, span.last)),
      target_date,
    }
  }
  const last = span.last + days
  return {
    start_date,
    target_date: plainDateFromDayNumber(start_date === null ? last : Math.max(last, span.first)),
  }
}

/** Position of a span in pixels, relative to the day `origin` on which the axis begins. */
export interface BlockPixelPosition {
  left: number
  width: number
}

export function getBlockPixelPosition(
  { first, last }: Pick<BlockSpan, 'first' | 'last'>,
  origin: number,
  zoom: GanttZoom,
): BlockPixelPosition {
  const { dayWidth } = ganttScales[zoom]
  return { left: (first - origin) * dayWidth, width: (last - first + 1) * dayWidth }
}
