import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { announce } from '../../../../platform/ui/announce.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { formatItemKey } from '../../../work-items/actions.ts'
import { changeDates } from './change-dates.ts'
import { datesOfNewBlock, getBlockPixelPosition, getNewBlockLengthInDays } from './geometry.ts'
import { useFormatDates } from './use-format-dates.ts'
import type { TimeAxis } from './use-time-axis.ts'

interface NewGanttBlockPlaceholderProps {
  row: WorkItemRow
  /** The day under the pointer. */
  hoveredDay: number | null
  axis: TimeAxis
  /** Width of the sidebar in pixels. */
  side: number
}

/**
 * Placeholder for an item without dates. A click sets dates at the pointer. The keyboard sets dates from
 * today on.
 */
export function NewGanttBlockPlaceholder({ row, hoveredDay, axis, side }: NewGanttBlockPlaceholderProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(axis.today)
  const wordsFor = useFormatDates()
  const first = hoveredDay ?? chosen
  const dates = datesOfNewBlock(first, axis.zoom)
  const last = first + getNewBlockLengthInDays(axis.zoom) - 1
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setChosen(chosen + by)
    announce(wordsFor(datesOfNewBlock(chosen + by, axis.zoom)))
  }
  return (
    <button
      type="button"
      style={{
        ...getBlockPixelPosition({ first, last }, axis.range.first, axis.zoom),
        scrollMarginLeft: side + 24,
      }}
      aria-label={t('workItems.gantt.setDates', {
        key: formatItemKey(row),
        name: row.name,
        dates: wordsFor(dates),
      })}
      onKeyDown={onKeyDown}
      onClick={() => changeDates(row.id, dates)}
      className={cx(
        'absolute inset-y-1.75 grid place-items-center rounded-sm border border-dashed border-line-control bg-sheet text-faint focus-visible:opacity-100 coarse:hidden',
        hoveredDay === null && 'opacity-0',
      )}
    >
      <Plus className="size-3.5" />
    </button>
  )
}
