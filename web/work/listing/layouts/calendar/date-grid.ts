import { addDays, parseDay } from '#common/platform/clock.ts'
import type { WeekDay } from '../../../../platform/ui/DatePicker.tsx'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'

/** The range that a calendar shows: all weeks of a month, or one week. */
export interface VisibleCalendarRange {
  span: 'month' | 'week'
  /** The shown month as `YYYY-MM`. For a week, it is the month that contains most days of the week. */
  month: string
  weeks: PlainDate[][]
}

/** Returns the range for the URL parameters. Missing or invalid dates fall back to today. */
export function parseVisibleCalendarRange(
  span: VisibleCalendarRange['span'],
  sent: { month: string | null; week: string | null },
  today: PlainDate,
  weekStartsOn: WeekDay,
): VisibleCalendarRange {
  const sentMonth = parseDay(`${sent.month}-01`) === null ? null : sent.month
  const sentWeek = parseDay(sent.week ?? '')
  if (span === 'month') {
    const week = sentWeek ?? today
    const month =
      sentMonth ?? (sentWeek === null ? getMonthOfDay(today) : mostlyIn(weekStart(week, weekStartsOn)))
    return { span, month, weeks: getWeeksOverlappingMonth(month, weekStartsOn) }
  }
  const isElsewhere = sentMonth !== null && sentMonth !== getMonthOfDay(today)
  const start = weekStart(sentWeek ?? (isElsewhere ? `${sentMonth}-01` : today), weekStartsOn)
  return { span, month: mostlyIn(start), weeks: [weekFrom(start)] }
}

/** Returns a day in the next (`1`) or previous (`-1`) month or week. */
export function getAdjacentCalendarPeriod(
  { span, month, weeks }: VisibleCalendarRange,
  by: 1 | -1,
): PlainDate {
  return span === 'month' ? `${addMonths(month, by)}-01` : addDays(weeks[0]?.[0] ?? '', by * 7)
}

/** Returns the weeks that overlap a month, each with seven days. */
export function getWeeksOverlappingMonth(month: string, weekStartsOn: WeekDay): PlainDate[][] {
  const end = `${addMonths(month, 1)}-01`
  const weeks: PlainDate[][] = []
  for (let start = weekStart(`${month}-01`, weekStartsOn); start < end; start = addDays(start, 7)) {
    weeks.push(weekFrom(start))
  }
  return weeks
}

export function weekStart(day: PlainDate, weekStartsOn: WeekDay): PlainDate {
  return addDays(day, -((weekdayOf(day) - weekStartsOn + 7) % 7))
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

export function getMonthOfDay(day: PlainDate): string {
  return day.slice(0, 7)
}

export function isWeekend(day: PlainDate): boolean {
  const weekday = weekdayOf(day)
  return weekday === 0 || weekday === 6
}

function weekFrom(start: PlainDate): PlainDate[] {
  return Array.from({ length: 7 }, (_, at) => addDays(start, at))
}

function mostlyIn(start: PlainDate): string {
  return getMonthOfDay(addDays(start, 3))
}

/** Returns the weekday of a day from 0 (Sunday) to 6. */
function weekdayOf(day: PlainDate): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
