import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { chipPartClass } from '../../ui/chip-part-class.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { weekStartAtom } from '../../users/me.ts'
import { shortDate } from '../../work-items/dates.ts'

interface FilterDatesProps {
  name: string
  isRange: boolean
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** One day, or the first and the last of a range; a first day behind the last takes it along. */
export function FilterDates({ name, isRange, values, onChange }: FilterDatesProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  const [first = '', last = first] = values
  const day = (label: string, value: string, change: (day: string) => void) => (
    <DatePicker
      label={label}
      value={value}
      weekStartsOn={weekStartsOn}
      onChange={(next) => next !== null && change(next)}
      trigger={
        <button type="button" className={chipPartClass} aria-label={`${label}: ${value}`}>
          {shortDate(value, i18n.language)}
        </button>
      }
    />
  )
  if (!isRange) return day(name, first, (next) => onChange([next]))
  return (
    <>
      {day(t('filters.from', { name }), first, (next) => onChange([next, last].toSorted().with(0, next)))}
      <span className="text-faint">–</span>
      {day(t('filters.until', { name }), last, (next) => onChange([first, next].toSorted().with(1, next)))}
    </>
  )
}
