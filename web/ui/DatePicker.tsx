import { X } from 'lucide-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from './Button.tsx'
import { Input } from './Input.tsx'
import { Popover } from './Popover.tsx'
import { parseDate } from './parse-date.ts'
import { addDays, fromDate, type PlainDate, toDate } from './plain-date.ts'

const Calendar = lazy(() => import('./Calendar.tsx').then(({ Calendar }) => ({ default: Calendar })))

export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6

export interface DatePickerProps {
  /** The button that shows the date. Leave it out and give `anchor` and `open` when a shortcut opens it. */
  trigger?: ReactElement
  anchor?: Element | null
  label: string
  value: PlainDate | null
  onChange: (value: PlainDate | null) => void
  /** From the person's profile: 0 is Sunday. */
  weekStartsOn?: WeekDay
  /** Days before or after cannot be chosen. */
  min?: PlainDate | null
  max?: PlainDate | null
  /** The date the person's zone has now; the browser's when not given. */
  today?: PlainDate
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A date by typing, by a shortcut or from a month. */
export function DatePicker({
  trigger,
  anchor,
  label,
  value,
  onChange,
  weekStartsOn = 0,
  min,
  max,
  today = fromDate(new Date()),
  open,
  onOpenChange,
}: DatePickerProps) {
  const { t, i18n } = useTranslation()
  const [ownOpen, setOwnOpen] = useState(false)
  const [typed, setTyped] = useState('')

  function changeOpen(next: boolean) {
    if (next) setTyped('')
    setOwnOpen(next)
    onOpenChange?.(next)
  }

  function choose(next: PlainDate | null) {
    onChange(next)
    changeOpen(false)
  }

  const allowed = (date: PlainDate) => !(min && date < min) && !(max && date > max)
  const meant = parseDate(typed, {
    today,
    language: i18n.language,
    words: { today: t('ui.date.today'), tomorrow: t('ui.date.tomorrow') },
  })
  const usable = meant && allowed(meant) ? meant : undefined
  const shortcuts = [
    { name: t('ui.date.today'), date: today },
    { name: t('ui.date.tomorrow'), date: addDays(today, 1) },
    { name: t('ui.date.nextWeek'), date: startOfNextWeek(today, weekStartsOn) },
  ]

  return (
    <Popover
      trigger={trigger}
      anchor={anchor}
      label={label}
      open={open ?? ownOpen}
      onOpenChange={changeOpen}
      className="w-66 p-0!"
    >
      <form
        className="border-b border-line p-2"
        onSubmit={(event) => {
          event.preventDefault()
          // The form of a dialog around it is not meant.
          event.stopPropagation()
          if (usable) choose(usable)
        }}
      >
        <Input
          aria-label={t('ui.date.typed')}
          placeholder={t('ui.date.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          invalid={typed.trim() !== '' && !usable}
          autoComplete="off"
        />
        <p role="status" className="px-0.5 pt-1.5 text-sm text-faint empty:hidden">
          {typed.trim() && (usable ? longDate(usable, i18n.language) : t('ui.date.unclear'))}
        </p>
      </form>
      <div className="flex gap-1 px-2 pt-2">
        {shortcuts.map(({ name, date }) => (
          <Button
            key={name}
            size="sm"
            variant="ghost"
            className="flex-1"
            disabled={!allowed(date)}
            onClick={() => choose(date)}
          >
            {name}
          </Button>
        ))}
      </div>
      <Suspense fallback={<div className="h-67" />}>
        <Calendar
          value={usable ?? value}
          onChange={choose}
          weekStartsOn={weekStartsOn}
          min={min}
          max={max}
          today={today}
        />
      </Suspense>
      {value && (
        <div className="border-t border-line p-1">
          <Button variant="ghost" className="w-full justify-start!" icon={<X />} onClick={() => choose(null)}>
            {t('ui.date.clear')}
          </Button>
        </div>
      )}
    </Popover>
  )
}

function startOfNextWeek(today: PlainDate, weekStartsOn: WeekDay): PlainDate {
  const ahead = (weekStartsOn - toDate(today).getDay() + 7) % 7
  return addDays(today, ahead || 7)
}

function longDate(date: PlainDate, language: string): string {
  return toDate(date).toLocaleDateString(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}
