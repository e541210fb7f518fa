import { memo } from 'react'
import { cx } from '../../../../platform/ui/cx.ts'
import { ganttScales, getBlockPixelPosition, weekdayOfDayNumber } from './geometry.ts'
import { headerUnits, periodsBetween } from './periods.ts'
import type { TimeAxis } from './use-time-axis.ts'

/** Background of the timeline: weekends (if days are wide enough), period boundaries and today. */
export const GanttGrid = memo(function Grid({
  axis,
  weekStartsOn,
}: {
  axis: TimeAxis
  weekStartsOn: number
}) {
  const { zoom, range, seen, today } = axis
  const { dayWidth } = ganttScales[zoom]
  const saturday = (6 - weekdayOfDayNumber(range.first) + 7) % 7
  const unit = headerUnits[zoom].lower
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {zoom !== 'quarter' && (
        <div
          className="absolute inset-0"
          style={{
            backgroundImage: `linear-gradient(to right, var(--weekend) ${2 * dayWidth}px, transparent 0)`,
            backgroundSize: `${7 * dayWidth}px 100%`,
            backgroundPositionX: saturday * dayWidth,
          }}
        />
      )}
      {periodsBetween(unit, seen.first, seen.last, weekStartsOn).map(({ first }) => (
        <div
          key={first}
          style={{ left: getBlockPixelPosition({ first, last: first }, range.first, zoom).left }}
          className={cx('absolute inset-y-0 w-px bg-line', unit === 'day' && 'opacity-60')}
        />
      ))}
      <div
        data-today
        style={{
          left: getBlockPixelPosition({ first: today, last: today }, range.first, zoom).left + dayWidth / 2,
        }}
        className="absolute inset-y-0 w-px bg-accent"
      />
    </div>
  )
})
