import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { Calendar } from './Calendar.tsx'
import type { DatePickerProps, WeekDay } from './DatePicker.tsx'
import { getDateInputWords } from './date-words.ts'
import { Input } from './Input.tsx'
import { parseDate } from './parse-date.ts'
import { addDays, fromDate, type PlainDate, toDate } from './plain-date.ts'
import { isTouchDevice } from './use-media-query.ts'

type DatePanelProps = Pick<
  DatePickerProps,
  'value' | 'onChange' | 'weekStartsOn' | 'min' | 'max' | 'today' | 'typed' | 'required'
>

/** The content of an open DatePicker, loaded on demand. */
export function DatePanel({
  value,
  onChange,
  weekStartsOn = 0,
  min,
  max,
  today = fromDate(new Date()),
  typed: begun = '',
  required = false,
}: DatePanelProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState(begun)
  const allowed = (date: PlainDate) => !(min && date < min) && !(max && date > max)
  const meant = parseDate(typed, {
    today,
    language: i18n.language,
    words: getDateInputWords(),
  })
  const usable = meant && allowed(meant) ? meant : undefined
  const refusal = () => {
    const language = i18n.language
    if (meant && min && meant < min) return t('ui.date.early', { date: longDate(min, language) })
    if (meant && max && meant > max) return t('ui.date.late', { date: longDate(max, language) })
    return t('ui.date.unclear')
  }
  const shortcuts = [
    { name: t('ui.date.today'), date: today },
    { name: t('ui.date.tomorrow'), date: addDays(today, 1) },
    { name: t('ui.date.nextWeek'), date: startOfNextWeek(today, weekStartsOn) },
  ].filter(({ date }) => allowed(date))

  return (
    <>
      <form
        className="border-b border-line p-2"
        onSubmit={(event) => {
          event.preventDefault()
          // Prevents React from also submitting a form that contains the date picker.
          event.stopPropagation()
          if (usable) onChange(usable)
          // If the input is empty, Enter confirms the current value.
          else if (value && typed.trim() === '') onChange(value)
        }}
      >
        <Input
          // The panel may load after the popup has chosen its initial focus, so the input takes the focus
          // itself.
          autoFocus={!isTouchDevice()}
          aria-label={t('ui.date.typed')}
          placeholder={t('ui.date.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          invalid={typed.trim() !== '' && !usable}
          autoComplete="off"
        />
        <p role="status" className="px-0.5 pt-1.5 text-sm text-faint empty:hidden">
          {typed.trim() && (usable ? longDate(usable, i18n.language) : refusal())}
        </p>
      </form>
      <div className="flex gap-1 px-2 pt-2 empty:hidden">
        {shortcuts.map(({ name, date }) => (
          <Button key={name} size="sm" variant="ghost" className="flex-1" onClick={() => onChange(date)}>
            {name}
          </Button>
        ))}
      </div>
      <Calendar
        value={usable ?? value}
        onChange={onChange}
        weekStartsOn={weekStartsOn}
        min={min}
        max={max}
        today={today}
      />
      {value && !required && (
        <div className="border-t border-line p-1">
          <Button
            variant="ghost"
            className="w-full justify-start!"
            icon={<X />}
            onClick={() => onChange(null)}
          >
            {t('ui.date.clear')}
          </Button>
        </div>
      )}
    </>
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
