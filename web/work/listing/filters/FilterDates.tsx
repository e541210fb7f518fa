import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { formatShortDate } from '../../../platform/person/dates.ts'
import { firstDayOfWeekAtom } from '../../../platform/person/me.ts'
import { todayAtom } from '../../../platform/person/today.ts'
import { chipButtonClass } from '../../../platform/ui/chip-button-class.ts'
import { DatePicker } from '../../../platform/ui/DatePicker.tsx'

interface FilterDatesProps {
  name: string
  isRange: boolean
  values: readonly string[]
  /** True if the operator was just chosen, so that the date picker opens next. */
  opensPicker: boolean
  onPickerOpen: () => void
  onChange: (values: string[]) => void
}

/**
 * The days of a date filter: one day, or the first and last day of a range. If the user sets the first day
 * after the last day, the last day becomes equal to the first, and vice versa.
 */
export function FilterDates({
  name,
  isRange,
  values,
  opensPicker,
  onPickerOpen,
  onChange,
}: FilterDatesProps) {
  const { t } = useTranslation()
  const [first = '', last = first] = values
  const opening = { opensPicker, onPickerOpen }
  if (!isRange) return <Day label={name} value={first} onChange={(next) => onChange([next])} {...opening} />
  return (
    <>
      <Day
        label={t('filters.from', { name })}
        value={first}
        onChange={(next) => onChange([next, last].toSorted().with(0, next))}
        {...opening}
      />
      <span className="text-faint">–</span>
      <Day
        label={t('filters.until', { name })}
        value={last}
        onChange={(next) => onChange([first, next].toSorted().with(1, next))}
      />
    </>
  )
}

interface DayProps {
  label: string
  value: string
  opensPicker?: boolean
  onPickerOpen?: () => void
  onChange: (day: string) => void
}

function Day({ label, value, opensPicker = false, onPickerOpen, onChange }: DayProps) {
  const { i18n } = useTranslation()
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const today = useAtomValue(todayAtom)
  const [open, setOpen] = useState(false)
  // The picker of the operator closes first and moves the focus back, so the date picker opens afterwards.
  useEffect(() => {
    if (!opensPicker) return
    setOpen(true)
    onPickerOpen?.()
  }, [opensPicker, onPickerOpen])
  return (
    <DatePicker
      label={label}
      value={value}
      today={today}
      weekStartsOn={weekStartsOn}
      open={open}
      onOpenChange={setOpen}
      onChange={(next) => next !== null && onChange(next)}
      trigger={
        <button type="button" className={chipButtonClass} aria-label={`${label}: ${value}`}>
          {formatShortDate(value, i18n.language)}
        </button>
      }
    />
  )
}
