import { memo, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import {
  dateFromDayNumber,
  type GanttZoom,
  ganttHeaderHeight,
  getBlockPixelPosition,
  weekdayOfDayNumber,
} from './geometry.ts'
import { type GanttPeriod, headerUnits, type PeriodUnit, periodsBetween } from './periods.ts'
import type { TimeAxis } from './use-time-axis.ts'

interface AxisHeaderProps {
  axis: TimeAxis
  /** Width of the sidebar in pixels. Names of long periods stay visible to the right of it. */
  side: number
  weekStartsOn: number
  /** Content above the sidebar. */
  children: ReactNode
}

/** The names of months, weeks and days above the timeline. */
export const AxisHeader = memo(function AxisHeader({ axis, side, weekStartsOn, children }: AxisHeaderProps) {
  const { zoom, seen } = axis
  const { upper, lower } = headerUnits[zoom]
  return (
    <div className="sticky top-0 z-sticky flex bg-sheet" style={{ height: ganttHeaderHeight }}>
      <div
        style={{ width: side }}
        className="sticky left-0 z-1 flex shrink-0 items-center border-r border-b border-line bg-sheet px-gutter text-xs text-faint max-sm:items-end max-sm:px-3 max-sm:pb-1.5"
      >
        {children}
      </div>
      <div className="relative flex-1 overflow-clip border-b border-line">
        {periodsBetween(upper, seen.first, seen.last, weekStartsOn).map((period) => (
          <UpperName key={period.first} period={period} unit={upper} axis={axis} side={side} />
        ))}
        {periodsBetween(lower, seen.first, seen.last, weekStartsOn).map((period) => (
          <LowerName key={period.first} period={period} unit={lower} axis={axis} />
        ))}
      </div>
    </div>
  )
})

interface NameProps {
  period: GanttPeriod
  unit: PeriodUnit
  axis: TimeAxis
}

function UpperName({ period, unit, axis, side }: NameProps & { side: number }) {
  const name = useFormatGanttPeriod(axis.zoom)
  return (
    <div style={placeOf(period, axis)} className="absolute top-0 flex h-6 items-center">
      <span
        style={{ left: side }}
        className="sticky truncate px-2 text-sm font-strong whitespace-nowrap first-letter:uppercase"
      >
        {name(unit, period)}
      </span>
    </div>
  )
}

function LowerName({ period, unit, axis }: NameProps) {
  const name = useFormatGanttPeriod(axis.zoom)
  const isDay = unit === 'day'
  const isToday = isDay && period.first === axis.today
  const isNow = !isDay && axis.today >= period.first && axis.today < period.first + period.days
  return (
    <div
      style={placeOf(period, axis)}
      className={cx(
        'absolute bottom-0 flex h-6 items-center gap-1 text-xs text-faint tabular whitespace-nowrap',
        isDay ? 'justify-center' : 'px-2',
        isNow && 'font-strong text-accent-text',
      )}
    >
      {isDay && <span className={cx(isToday && 'text-accent-text')}>{name('day', period)}</span>}
      <span
        className={cx(
          isToday && 'rounded-xs bg-accent px-1 font-strong text-on-accent',
          isDay && !isToday && isWorkday(period) && 'text-text',
        )}
      >
        {isDay ? dateFromDayNumber(period.first).getUTCDate() : name(unit, period)}
      </span>
    </div>
  )
}

function isWorkday({ first }: GanttPeriod): boolean {
  const day = weekdayOfDayNumber(first)
  return day !== 0 && day !== 6
}

function placeOf({ first, days }: GanttPeriod, { range, zoom }: TimeAxis) {
  return getBlockPixelPosition({ first, last: first + days - 1 }, range.first, zoom)
}

export function useFormatGanttPeriod(zoom: GanttZoom) {
  const { t, i18n } = useTranslation()
  const format = (first: number, form: keyof typeof forms) =>
    formatOf(i18n.language, form).format(dateFromDayNumber(first))
  return (unit: PeriodUnit, { first, days }: GanttPeriod): string => {
    if (unit === 'day') return format(first, 'weekday')
    if (unit === 'week')
      return `${dateFromDayNumber(first).getUTCDate()} – ${dateFromDayNumber(first + days - 1).getUTCDate()}`
    if (unit === 'quarter') {
      const number = Math.floor(dateFromDayNumber(first).getUTCMonth() / 3) + 1
      return t('workItems.gantt.quarter', { number, year: dateFromDayNumber(first).getUTCFullYear() })
    }
    if (unit === 'year') return format(first, 'year')
    return format(first, zoom === 'quarter' ? 'month' : 'monthOfYear')
  }
}

const forms = {
  weekday: { weekday: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
  monthOfYear: { month: 'long', year: 'numeric' },
} as const

/** Formats are cached, because creating one is slower than formatting all names of the axis. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: string, form: keyof typeof forms): Intl.DateTimeFormat {
  const name = `${language} ${form}`
  const known = formats.get(name)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(language, { ...forms[form], timeZone: 'UTC' })
  formats.set(name, format)
  return format
}
