import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { calendarTargetOfList, openCalendarDialog } from '../../../../platform/shell/calendar-target.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { formatMonth, formatWeek } from '../../../../platform/ui/day-names.ts'
import { useHotkey } from '../../../../platform/ui/hotkeys.ts'
import { IconButton } from '../../../../platform/ui/IconButton.tsx'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { SegmentedControl } from '../../../../platform/ui/SegmentedControl.tsx'
import { useIsPhone } from '../../../../platform/ui/use-media-query.ts'
import { UndatedPanelToggle } from '../UndatedPanelToggle.tsx'
import { getAdjacentCalendarPeriod, getMonthOfDay, type VisibleCalendarRange } from './date-grid.ts'
import { MonthPicker } from './MonthPicker.tsx'
import { useChangePageOnDragHover } from './use-change-page-on-drag-hover.ts'

interface CalendarBarProps {
  /** Key of the context of the listing. */
  contextKey: string
  shown: VisibleCalendarRange
  today: PlainDate
  onShow: (day: PlainDate) => void
  onSpan: (span: VisibleCalendarRange['span']) => void
}

/** Shows the displayed month or week, with buttons for the previous and next one. */
export function CalendarBar({ contextKey, shown, today, onShow, onSpan }: CalendarBarProps) {
  const { t, i18n } = useTranslation()
  const isPhone = useIsPhone()
  const { span, month, weeks } = shown
  const target = calendarTargetOfList(contextKey)
  const [first, last] = [weeks[0]?.[0] ?? today, weeks.at(-1)?.at(-1) ?? today]
  const whole =
    span === 'month' ? formatMonth(month, i18n.language, 'long') : formatWeek(first, last, i18n.language)
  // On a phone, the days of the week are directly below the bar, so the bar shows only the month.
  const name = isPhone
    ? formatMonth(month, i18n.language, 'short', month.slice(0, 4) !== today.slice(0, 4))
    : whole
  const group = t('workItems.layouts.calendar')
  const goBack = useCallback(() => onShow(getAdjacentCalendarPeriod(shown, -1)), [shown, onShow])
  const goOn = useCallback(() => onShow(getAdjacentCalendarPeriod(shown, 1)), [shown, onShow])
  const previous = t(`workItems.calendar.previous.${span}`)
  const next = t(`workItems.calendar.next.${span}`)
  const back = useRef<HTMLButtonElement>(null)
  const on = useRef<HTMLButtonElement>(null)
  useChangePageOnDragHover(back, goBack)
  useChangePageOnDragHover(on, goOn)
  useHotkey('t', () => onShow(today), { description: t('workItems.calendar.today'), group })
  useHotkey('pageup', goBack, { description: previous, group })
  useHotkey('pagedown', goOn, { description: next, group })
  return (
    <>
      <h2 className="hidden pb-2 text-lg font-strong print:block">{whole}</h2>
      <div className="print-hidden flex min-h-11 shrink-0 flex-wrap items-center gap-1 pe-3 ps-3 md:ps-gutter">
        <MonthPicker
          name={name}
          month={month}
          thisMonth={getMonthOfDay(today)}
          onChoose={(chosen) => onShow(`${chosen}-01`)}
        />
        <IconButton ref={back} label={previous} keys="pageup" icon={<ChevronLeft />} onClick={goBack} />
        <IconButton ref={on} label={next} keys="pagedown" icon={<ChevronRight />} onClick={goOn} />
        <Button size="sm" className="ms-1" onClick={() => onShow(today)}>
          {t('workItems.calendar.today')}
        </Button>
        <span className="ms-auto flex items-center gap-1.5">
          {target !== null && (
            <IconButton
              label={t('calendars.subscribe')}
              icon={<CalendarPlus />}
              onClick={() => openCalendarDialog(target)}
            />
          )}
          <UndatedPanelToggle compact={isPhone} />
          <SegmentedControl
            label={t('workItems.calendar.span')}
            value={span}
            onChange={onSpan}
            options={[
              { value: 'month', label: t('workItems.calendar.month') },
              { value: 'week', label: t('workItems.calendar.week') },
            ]}
          />
        </span>
      </div>
    </>
  )
}
