import type { ListingGroup } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { formatLongDay } from '../../../../platform/ui/day-names.ts'
import { Popover } from '../../../../platform/ui/Popover.tsx'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { VirtualList } from '../../../../platform/ui/VirtualList.tsx'
import { loadNextListingPage } from '../../listings.ts'
import { CalendarItem } from './CalendarItem.tsx'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { calendarFocusStopAttribute } from './keyboard-move.ts'

interface MoreItemsOfDayButtonProps
  extends Pick<SharedCalendarProps, 'view' | 'properties' | 'selected' | 'lifted' | 'onOpen'> {
  day: PlainDate
  group: ListingGroup
  hidden: number
}

/** Number of items that are loaded when all items of a day are requested. */
const wholeDay = 100

/** The button "3 more", which opens all items of a day in a popover so that the month grid keeps its shape. */
export function MoreItemsOfDayButton({
  day,
  group,
  hidden,
  view,
  properties,
  selected,
  lifted,
  onOpen,
}: MoreItemsOfDayButtonProps) {
  const { t, i18n } = useTranslation()
  const name = formatLongDay(day, i18n.language)
  const more = () => void loadNextListingPage(view, day, null, wholeDay)
  return (
    <Popover
      label={name}
      className="w-72 p-2!"
      onOpenChange={(open) => open && more()}
      trigger={
        <button
          type="button"
          {...calendarFocusStopAttribute}
          aria-label={t('workItems.calendar.moreOn', { count: hidden, day: name })}
          className="flex h-5 w-full items-center rounded-sm px-1.25 text-xs font-medium text-faint hover:bg-hover hover:text-text coarse:h-7"
        >
          {t('ui.more', { count: hidden })}
        </button>
      }
    >
      <h2 className="px-1 pb-1.5 font-strong">{name}</h2>
      <div data-cell={day}>
        <VirtualList
          className="max-h-84"
          label={name}
          rows={group.ids}
          keyOf={(id) => id}
          rowHeight={28}
          measured
          onNearEnd={more}
        >
          {(id) => (
            <div className="pb-0.75">
              <CalendarItem
                id={id}
                day={day}
                properties={properties}
                selected={selected === id}
                lifted={lifted === id}
                onOpen={onOpen}
              />
            </div>
          )}
        </VirtualList>
      </div>
    </Popover>
  )
}
