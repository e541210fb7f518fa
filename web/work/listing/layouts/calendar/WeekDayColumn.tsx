import { memo, useRef, useState } from 'react'
import type { ListingGroup } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { formatShortDate } from '../../../../platform/person/dates.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { formatLongDay, formatWeekday } from '../../../../platform/ui/day-names.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { useCellDrop } from '../../drag/drag.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { AddItemToDayButton } from './AddItemToDayButton.tsx'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { DayItems } from './DayItems.tsx'
import { DayNumber } from './DayNumber.tsx'
import { isWeekend } from './date-grid.ts'

interface WeekDayProps
  extends Pick<
    SharedCalendarProps,
    'view' | 'today' | 'properties' | 'canAdd' | 'selected' | 'lifted' | 'onOpen' | 'onCreate'
  > {
  day: PlainDate
  group: ListingGroup
  /** True if a dragged item would be dropped on this day. */
  landing: boolean
}

/** A day of a week with all its items. */
export const WeekDayColumn = memo(function WeekDay({ day, group, landing, ...parts }: WeekDayProps) {
  const { today, canAdd, onCreate } = parts
  const { t, i18n } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const over = useCellDrop(element, day)
  const [adding, setAdding] = useState(false)
  return (
    <section
      ref={element}
      data-cell={day}
      aria-label={t('workItems.columnLabel', { name: formatLongDay(day, i18n.language), count: group.total })}
      className={cx(
        'group/day flex min-w-34 flex-1 flex-col print:min-w-0 print:border-r! border-e border-line transition-colors',
        over || landing ? 'bg-accent-soft' : isWeekend(day) && 'bg-weekend',
      )}
    >
      <header data-on-paper className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-2">
        <span aria-hidden className="text-sm font-medium text-faint">
          {formatWeekday(day, i18n.language, 'short')}
        </span>
        <DayNumber day={day} today={today} />
        {group.total > 0 && <span className="text-xs font-medium text-faint tabular">{group.total}</span>}
        {canAdd && <AddItemToDayButton day={day} onAdd={() => setAdding(true)} />}
      </header>
      <DayItems
        day={day}
        group={group}
        {...parts}
        header={
          adding && (
            <QuickAdd
              group={day}
              placeholder={t('workItems.calendar.quickAdd', { day: formatShortDate(day, i18n.language) })}
              onCreate={onCreate}
              onClose={() => setAdding(false)}
            />
          )
        }
      />
    </section>
  )
})
