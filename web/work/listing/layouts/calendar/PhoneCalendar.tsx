import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import type { ListingGroup } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { formatShortDate } from '../../../../platform/person/dates.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { formatLongDay, formatWeekday } from '../../../../platform/ui/day-names.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { useCellDrop } from '../../drag/drag.ts'
import { groupOfListing } from '../../listings.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { AddItemToDayButton } from './AddItemToDayButton.tsx'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { DayItems } from './DayItems.tsx'
import { getMonthOfDay } from './date-grid.ts'
import { calendarFocusStopAttribute } from './keyboard-move.ts'
import { useSwipe } from './swipe.ts'

interface PhoneCalendarProps extends SharedCalendarProps {
  onPage: (by: 1 | -1) => void
}

/**
 * Calendar for narrow screens: a dot for each item, and the items of the chosen day below. Swiping shows the next month or week.
 */
export function PhoneCalendar({ groups, weeks, month, landing, onPage, ...parts }: PhoneCalendarProps) {
  const { t, i18n } = useTranslation()
  const { today, canAdd, onCreate } = parts
  const [chosen, setChosen] = useState(today)
  const [adding, setAdding] = useState<PlainDate | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const days = weeks.flat()
  const begin = days.find((one) => getMonthOfDay(one) === month) ?? today
  const day = [chosen, today].find((one) => days.includes(one)) ?? begin
  const group = groupOfListing(groups, day)
  const swipe = useSwipe(page, days.join(), onPage)
  const columns = { gridTemplateColumns: `repeat(${weeks[0]?.length ?? 7}, minmax(0, 1fr))` }
  return (
    <div
      ref={page}
      {...swipe}
      className="flex min-h-0 flex-1 touch-pan-y flex-col [&_[data-scroller]]:touch-pan-y"
    >
      <div style={columns} className="grid shrink-0 border-b border-line px-2 pb-1.5">
        {weeks[0]?.map((one) => (
          <span key={one} aria-hidden className="pb-1 text-center text-xs font-medium text-faint">
            {formatWeekday(one, i18n.language, 'narrow')}
          </span>
        ))}
        {days.map((one) => (
          <PhoneDay
            key={one}
            day={one}
            group={groupOfListing(groups, one)}
            outside={getMonthOfDay(one) !== month}
            isToday={one === today}
            isChosen={one === day}
            landing={landing === one}
            onChoose={() => setChosen(one)}
          />
        ))}
      </div>
      <section
        data-cell={day}
        aria-label={t('workItems.columnLabel', {
          name: formatLongDay(day, i18n.language),
          count: group.total,
        })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <header className="flex h-11 shrink-0 items-center gap-1.75 px-3 font-strong">
          <h2 className="truncate">{formatLongDay(day, i18n.language)}</h2>
          {group.total > 0 && <span className="font-medium text-faint tabular">{group.total}</span>}
          {canAdd && <AddItemToDayButton day={day} onAdd={() => setAdding(day)} />}
        </header>
        {group.total === 0 && adding !== day && (
          <p className="px-3 text-faint">{t('workItems.calendar.nothingDue')}</p>
        )}
        <DayItems
          key={day}
          day={day}
          group={group}
          {...parts}
          header={
            adding === day && (
              <QuickAdd
                group={day}
                placeholder={t('workItems.calendar.quickAdd', { day: formatShortDate(day, i18n.language) })}
                onCreate={onCreate}
                onClose={() => setAdding(null)}
              />
            )
          }
        />
      </section>
    </div>
  )
}

interface PhoneDayProps {
  day: PlainDate
  group: ListingGroup
  outside: boolean
  isToday: boolean
  isChosen: boolean
  landing: boolean
  onChoose: () => void
}

/**
 * Maximum number of dots per day. Further items of the day are only in the list below and in the count for
 * screen readers.
 */
const dots = 4

function PhoneDay({ day, group, outside, isToday, isChosen, landing, onChoose }: PhoneDayProps) {
  const { t, i18n } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const over = useCellDrop(element, day)
  return (
    <div
      ref={element}
      data-cell={day}
      className={cx('rounded-md transition-colors', (over || landing) && 'bg-accent-soft')}
    >
      <button
        type="button"
        {...calendarFocusStopAttribute}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={t('workItems.columnLabel', {
          name: formatLongDay(day, i18n.language),
          count: group.total,
        })}
        onClick={onChoose}
        className="flex h-11.5 w-full flex-col items-center gap-0.75 rounded-md pt-1"
      >
        <span
          className={cx(
            'grid size-7 place-items-center rounded-full tabular',
            isChosen && (isToday ? 'bg-accent text-on-accent' : 'bg-text text-sheet'),
            isToday && !isChosen && 'text-accent-text',
            isToday || isChosen ? 'font-strong' : outside ? 'text-faint' : 'font-medium',
          )}
        >
          {Number(day.slice(8))}
        </span>
        <span className="flex h-1.25 gap-0.75">
          {group.ids.slice(0, dots).map((id) => (
            <Dot key={id} id={id} />
          ))}
        </span>
      </button>
    </div>
  )
}

function Dot({ id }: { id: string }) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  return <span className="size-1.25 rounded-full bg-icon-faint" style={{ background: state?.color }} />
}
