import type { ReactNode } from 'react'
import type { ListingGroup } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { formatLongDay } from '../../../../platform/ui/day-names.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { VirtualList } from '../../../../platform/ui/VirtualList.tsx'
import { loadNextListingPage } from '../../listings.ts'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { DetailedItem } from './DetailedItem.tsx'

interface DayItemsProps
  extends Pick<SharedCalendarProps, 'view' | 'properties' | 'selected' | 'lifted' | 'onOpen'> {
  day: PlainDate
  group: ListingGroup
  header: ReactNode
}

/** Number of items that one request loads while the user scrolls through a day. */
const page = 30

/** All items of a day, with their full titles. */
export function DayItems({ day, group, header, view, properties, selected, lifted, onOpen }: DayItemsProps) {
  const { i18n } = useTranslation()
  return (
    <VirtualList
      className="min-h-0 flex-1 px-1.5 pt-1.5 pb-6 print:pt-1.5!"
      label={formatLongDay(day, i18n.language)}
      rows={group.ids}
      keyOf={(id) => id}
      rowHeight={38}
      measured
      header={header && <div className="pb-1.5">{header}</div>}
      onNearEnd={() => void loadNextListingPage(view, day, null, page)}
    >
      {(id) => (
        <div className="@container pb-1.25">
          <DetailedItem
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
  )
}
