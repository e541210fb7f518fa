import { memo, useRef, useState } from 'react'
import type { ListingGroup } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { formatShortDate } from '../../../../platform/person/dates.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { formatLongDay } from '../../../../platform/ui/day-names.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { useCellDrop } from '../../drag/drag.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { AddItemToDayButton } from './AddItemToDayButton.tsx'
import { CalendarItem } from './CalendarItem.tsx'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { DayNumber } from './DayNumber.tsx'
import { isWeekend } from './date-grid.ts'
import { MoreItemsOfDayButton } from './MoreItemsOfDayButton.tsx'

interface MonthDayProps
  extends Pick<
    SharedCalendarProps,
    'view' | 'today' | 'properties' | 'canAdd' | 'isPrinting' | 'selected' | 'lifted' | 'onOpen' | 'onCreate'
  > {
  day: PlainDate
  group: ListingGroup
  /** True if the day belongs to the previous or next month. */
  outside: boolean
  /** True if a dragged item would be dropped on this day. */
  landing: boolean
}

/**
 * A day of the month view with its first items. A button opens a popover with all items of the day. In print,
 * all loaded items are listed.
 */
export const MonthDay = memo(function MonthDay({ day, group, outside, landing, ...parts }: MonthDayProps) {
  const { view, today, properties, canAdd, isPrinting, selected, lifted, onOpen, onCreate } = parts
  const { t, i18n } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const over = useCellDrop(element, day)
  const [adding, setAdding] = useState(false)
  const ids = isPrinting ? group.ids : group.ids.slice(0, view.pageSize)
  const hidden = group.total - ids.length
  return (
    <section
      ref={element}
      data-cell={day}
      aria-label={t('workItems.columnLabel', { name: formatLongDay(day, i18n.language), count: group.total })}
      className={cx(
        'group/day flex min-h-27 min-w-0 flex-col print:break-inside-avoid print:min-h-22 gap-0.75 border-e border-b border-line p-1.5 pt-1 transition-colors',
        over || landing ? 'bg-accent-soft' : isWeekend(day) && 'bg-weekend',
      )}
    >
      <header data-on-paper className="flex h-6 shrink-0 items-center">
        <DayNumber day={day} today={today} quiet={outside} />
        {canAdd && (
          <AddItemToDayButton
            day={day}
            onAdd={() => setAdding(true)}
            className="opacity-0 focus-visible:opacity-100 group-hover/day:opacity-100 coarse:opacity-100"
          />
        )}
      </header>
      {ids.length > 0 && (
        <ul className="flex flex-col gap-0.75">
          {ids.map((id) => (
            <li key={id}>
              <CalendarItem
                id={id}
                day={day}
                properties={properties}
                selected={selected === id}
                lifted={lifted === id}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && isPrinting && <p className="text-xs text-faint">{t('ui.more', { count: hidden })}</p>}
      {hidden > 0 && !isPrinting && (
        <MoreItemsOfDayButton day={day} group={group} hidden={hidden} {...parts} />
      )}
      {adding && (
        <QuickAdd
          group={day}
          placeholder={t('workItems.calendar.quickAdd', { day: formatShortDate(day, i18n.language) })}
          onCreate={onCreate}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
})
