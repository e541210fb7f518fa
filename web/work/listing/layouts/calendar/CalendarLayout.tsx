import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { useCanQuickAdd } from '../../../../platform/person/roles.ts'
import { todayAtom } from '../../../../platform/person/today.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { LandscapePrintStyle } from '../../../../platform/ui/LandscapePrintStyle.tsx'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { useIsPrinting } from '../../../../platform/ui/printing.ts'
import { useIsPhone } from '../../../../platform/ui/use-media-query.ts'
import { ItemContextMenu } from '../../bulk/ItemContextMenu.tsx'
import type { DropTarget } from '../../drag/drag.ts'
import { useItemDrag } from '../../drag/item-drag.ts'
import { groupOfListing, listingAtom } from '../../listings.ts'
import { createItemInGroup } from '../../new-item.ts'
import { focusElementWhenRendered, useRegisterShownItems } from '../../selection/order.ts'
import type { LayoutProps } from '../layout-props.ts'
import { isUndatedPanelOpenAtom, undatedCellName } from '../tray.ts'
import { UndatedPanel } from '../UndatedPanel.tsx'
import { CalendarBar } from './CalendarBar.tsx'
import type { SharedCalendarProps } from './calendar-parts.ts'
import { getAdjacentCalendarPeriod, isWeekend } from './date-grid.ts'
import { findCalendarFocusStop, useKeyboardMove } from './keyboard-move.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { moveToDay } from './move-to-day.ts'
import { PhoneCalendar } from './PhoneCalendar.tsx'
import { useVisibleDateRange } from './use-visible-date-range.ts'
import { WeekColumns } from './WeekColumns.tsx'

/** Work items by due date, in a month or week. Dragging an item to another day changes its due date. */
export function CalendarLayout({ view, display, selected, onOpen, onDragging }: LayoutProps) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { calendar: settings } = display.settings.display_filters
  const { listing } = view
  const element = useRef<HTMLDivElement>(null)
  const { groups, status } = useAtomValue(listingAtom(view.key))
  const today = useAtomValue(todayAtom)
  const isPhone = useIsPhone()
  const { shown, show } = useVisibleDateRange(settings)
  const { show_weekends } = settings
  const weeks = useMemo(
    () => shown.weeks.map((week) => week.filter((day) => show_weekends || !isWeekend(day))),
    [shown.weeks, show_weekends],
  )
  const canAdd = useCanQuickAdd(listing.context)
  const isPrinting = useIsPrinting()

  const move = useCallback((id: string, day: PlainDate) => moveToDay(id, day, language), [language])
  const drop = useCallback((id: string, _from: string, { cell }: DropTarget) => move(id, cell), [move])
  const touch = useItemDrag(element, { after: noPosition, onDrop: drop, onDragging })
  const keyboard = useKeyboardMove({
    root: element,
    weeks,
    today,
    showWeekends: show_weekends,
    groups,
    show,
    onLift: onDragging,
    onDrop: move,
  })
  const create = useCallback(
    (day: string, name: string) => void createItemInGroup(listing, day, null, name),
    [listing],
  )
  const parts: SharedCalendarProps = {
    view,
    groups,
    weeks,
    month: shown.month,
    today,
    properties: display.settings.display_properties,
    canAdd,
    isPrinting,
    selected,
    lifted: touch.lifted ?? keyboard.lifted,
    landing: touch.landing?.cell ?? keyboard.landing,
    onOpen,
    onCreate: create,
  }
  const items = useCallback(
    () => weeks.flat().flatMap((day) => groupOfListing(groups, day).ids.map((id) => ({ day, id }))),
    [weeks, groups],
  )
  useRegisterShownItems(
    useCallback(() => items().map(({ id }) => id), [items]),
    useCallback(
      (index: number) => {
        const item = items()[index]
        if (item !== undefined)
          focusElementWhenRendered(() => findCalendarFocusStop(element.current, item.day, item.id))
      },
      [items],
    ),
  )
  const undated = useMemo(() => view.without(['target_date']), [view])
  const [trayOpen, setTrayOpen] = useAtom(isUndatedPanelOpenAtom)
  const tray = trayOpen && (
    <UndatedPanel
      properties={parts.properties}
      view={undated}
      keysId="calendar-keys"
      selected={selected}
      lifted={parts.lifted}
      landing={parts.landing === undatedCellName}
      onOpen={onOpen}
      onClose={() => setTrayOpen(false)}
      className={isPhone ? 'h-2/5 border-t border-line' : 'w-66 shrink-0 border-s border-line'}
    />
  )
  return (
    <ItemContextMenu>
      <div
        ref={element}
        role="application"
        tabIndex={-1}
        aria-busy={status === 'loading'}
        aria-label={t('workItems.layouts.calendar')}
        aria-describedby="calendar-keys"
        onKeyDown={keyboard.onKeyDown}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <p id="calendar-keys" className="sr-only">
          {t('workItems.calendar.keys')}
        </p>
        {isPrinting && <LandscapePrintStyle />}
        <CalendarBar
          contextKey={listing.context.key}
          shown={shown}
          today={today}
          onShow={show}
          onSpan={(layout) => display.change({ display_filters: { calendar: { ...settings, layout } } })}
        />
        <div className={cx('flex min-h-0 flex-1', isPhone && 'flex-col')}>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {isPhone && !isPrinting ? (
              <PhoneCalendar {...parts} onPage={(by) => show(getAdjacentCalendarPeriod(shown, by))} />
            ) : shown.span === 'month' ? (
              <MonthGrid {...parts} />
            ) : (
              <WeekColumns {...parts} />
            )}
          </div>
          {tray}
        </div>
      </div>
    </ItemContextMenu>
  )
}

/** Returns no position, because the order of items within a day is fixed. */
function noPosition(): null {
  return null
}
