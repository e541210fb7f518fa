import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { useTranslation } from '../../locales/i18n.ts'
import type { WeekDay } from './DatePicker.tsx'
import { fromDate, type PlainDate, toDate } from './plain-date.ts'

export interface CalendarProps {
  value: PlainDate | null
  onChange: (value: PlainDate) => void
  weekStartsOn: WeekDay
  min?: PlainDate | null
  max?: PlainDate | null
  today: PlainDate
}

/** The month calendar inside a DatePanel. */
export function Calendar({ value, onChange, weekStartsOn, min, max, today }: CalendarProps) {
  const { t, i18n } = useTranslation()
  const format = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
    date.toLocaleDateString(i18n.language, options)
  const selected = value ? toDate(value) : undefined
  return (
    <DayPicker
      // A new key remounts the calendar, so that it shows the month of the typed date.
      key={value?.slice(0, 7)}
      mode="single"
      selected={selected}
      defaultMonth={selected ?? toDate(today)}
      today={toDate(today)}
      onDayClick={(day, modifiers) => !modifiers['disabled'] && onChange(fromDate(day))}
      weekStartsOn={weekStartsOn}
      showOutsideDays
      fixedWeeks
      disabled={[...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])]}
      formatters={{
        formatCaption: format({ month: 'long', year: 'numeric' }),
        formatWeekdayName: format({ weekday: 'narrow' }),
        formatDay: format({ day: 'numeric' }),
      }}
      labels={{
        labelPrevious: () => t('ui.date.previousMonth'),
        labelNext: () => t('ui.date.nextMonth'),
        labelWeekday: format({ weekday: 'long' }),
        labelGrid: format({ month: 'long', year: 'numeric' }),
        labelDayButton: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
      }}
      components={{ Chevron }}
      className="calendar"
    />
  )
}

function Chevron({ orientation }: { orientation?: string }) {
  return orientation === 'left' ? <ChevronLeft /> : <ChevronRight />
}
