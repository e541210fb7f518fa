import { ChevronLeft, ChevronRight, SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import type { DisplayFilters } from '#common/user-properties/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { MenuCheckbox } from '../../ui/MenuCheckbox.tsx'
import type { PlainDate } from '../../ui/plain-date.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { monthOf, neighbour, type Shown } from './date-grid.ts'
import { monthName, weekName } from './day-names.ts'
import { MonthPicker } from './MonthPicker.tsx'
import { usePageOnHover } from './page-on-hover.ts'

type Settings = DisplayFilters['calendar']

interface CalendarBarProps {
  shown: Shown
  today: PlainDate
  settings: Settings
  onShow: (day: PlainDate) => void
  onChange: (settings: Settings) => void
}

/** What is shown, the way to other months and weeks, and how they are shown. */
export function CalendarBar({ shown, today, settings, onShow, onChange }: CalendarBarProps) {
  const { t, i18n } = useTranslation()
  const { span, month, weeks } = shown
  const [first, last] = [weeks[0]?.[0] ?? today, weeks.at(-1)?.at(-1) ?? today]
  const name = span === 'month' ? monthName(month, i18n.language) : weekName(first, last, i18n.language)
  const group = t('workItems.layouts.calendar')
  const page = (by: 1 | -1) => onShow(neighbour(shown, by))
  const previous = t(`workItems.calendar.previous.${span}`)
  const next = t(`workItems.calendar.next.${span}`)
  const back = useRef<HTMLButtonElement>(null)
  const on = useRef<HTMLButtonElement>(null)
  usePageOnHover(back, () => page(-1))
  usePageOnHover(on, () => page(1))
  useHotkey('t', () => onShow(today), { description: t('workItems.calendar.today'), group })
  useHotkey('k', () => page(-1), { description: previous, group })
  useHotkey('j', () => page(1), { description: next, group })
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 pr-3 pl-2.5">
      <MonthPicker
        name={name}
        month={month}
        thisMonth={monthOf(today)}
        onChoose={(chosen) => onShow(`${chosen}-01`)}
      />
      <IconButton ref={back} label={previous} keys="k" icon={<ChevronLeft />} onClick={() => page(-1)} />
      <IconButton ref={on} label={next} keys="j" icon={<ChevronRight />} onClick={() => page(1)} />
      <Button size="sm" className="ml-1" onClick={() => onShow(today)}>
        {t('workItems.calendar.today')}
      </Button>
      <span className="ml-auto flex items-center gap-1">
        <SegmentedControl
          label={t('workItems.calendar.span')}
          value={span}
          onChange={(layout) => onChange({ ...settings, layout })}
          options={[
            { value: 'month', label: t('workItems.calendar.month') },
            { value: 'week', label: t('workItems.calendar.week') },
          ]}
        />
        <Menu
          align="end"
          trigger={<IconButton label={t('workItems.calendar.options')} icon={<SlidersHorizontal />} />}
        >
          <MenuCheckbox
            checked={settings.show_weekends}
            onChange={(show_weekends) => onChange({ ...settings, show_weekends })}
          >
            {t('workItems.calendar.weekends')}
          </MenuCheckbox>
        </Menu>
      </span>
    </div>
  )
}
