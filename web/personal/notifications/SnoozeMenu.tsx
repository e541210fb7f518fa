import { useAtomValue } from 'jotai'
import { CalendarDays, Clock, Clock3, RotateCcw, Sunrise } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { DatePicker, type WeekDay } from '../../platform/ui/DatePicker.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { addDays, fromDate, type PlainDate } from '../../platform/ui/plain-date.ts'
import { formatDateTime } from './event-text.ts'

interface SnoozeMenuProps {
  isSnoozed: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with the end of the snooze. Null ends the snooze now. */
  onChoose: (till: string | null) => void
}

/** Menu with times until which a notification is snoozed. */
export function SnoozeMenu({ isSnoozed, open, onOpenChange, onChoose }: SnoozeMenuProps) {
  const { t } = useTranslation()
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const button = useRef<HTMLButtonElement>(null)
  const [isDating, setIsDating] = useState(false)
  const today = fromDate(new Date())
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const tomorrow = morningOf(addDays(today, 1))
  const nextWeek = morningOf(addDays(today, daysToWeek(new Date(), weekStartsOn)))
  const choices = [
    { key: 'hour', icon: <Clock3 />, till: inAnHour },
    { key: 'tomorrow', icon: <Sunrise />, till: tomorrow },
    { key: 'week', icon: <CalendarDays />, till: nextWeek },
  ] as const
  return (
    <>
      <Menu
        align="end"
        open={open}
        onOpenChange={onOpenChange}
        trigger={<IconButton ref={button} label={t('inbox.snooze')} keys="h" icon={<Clock />} />}
      >
        {choices.map(({ key, icon, till }) => (
          <MenuItem key={key} icon={icon} hint={formatDateTime(till)} onSelect={() => onChoose(till)}>
            {t(`inbox.snoozeFor.${key}`)}
          </MenuItem>
        ))}
        <MenuItem icon={<CalendarDays />} onSelect={() => setIsDating(true)}>
          {t('inbox.snoozeFor.date')}
        </MenuItem>
        {isSnoozed && (
          <MenuItem icon={<RotateCcw />} onSelect={() => onChoose(null)}>
            {t('inbox.snoozeFor.back')}
          </MenuItem>
        )}
      </Menu>
      {isDating && (
        <DatePicker
          anchor={button.current}
          label={t('inbox.snoozeFor.date')}
          value={null}
          min={addDays(today, 1)}
          today={today}
          weekStartsOn={weekStartsOn}
          open
          onOpenChange={setIsDating}
          onChange={(day) => day !== null && onChoose(morningOf(day))}
        />
      )}
    </>
  )
}

/** Returns the time 9:00 on this day in the browser's time zone, because a snooze ends in the morning. */
function morningOf(day: PlainDate): string {
  return new Date(`${day}T09:00`).toISOString()
}

/**
 * Returns the number of days until the first day of the next week. If weeks start on Sunday, Monday counts as
 * the first day, because it is the first working day.
 */
function daysToWeek(now: Date, weekStartsOn: WeekDay): number {
  const first = weekStartsOn === 0 ? 1 : weekStartsOn
  return (first - now.getDay() + 7) % 7 || 7
}
