import { CalendarClock } from 'lucide-react'
import { maxTemplateDayOffset } from '#common/pages/templates/rules.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'

interface DayOffsetSelectProps {
  /**
   * Determines whether the field sets the start date or the due date of items that are created from the
   * template.
   */
  of: 'start' | 'due'
  value: number | null
  onChange: (days: number | null) => void
  /** If true, only the icon is shown while no value is chosen. */
  isSmall?: boolean
}

/** Picks a number of days after the item's creation. Any number can be typed. */
export function DayOffsetSelect({ of, value, onChange, isSmall }: DayOffsetSelectProps) {
  const { t } = useTranslation()
  const label = t(`templates.${of}`)
  const current = value === null ? [] : [value]
  return (
    <Picker
      label={label}
      value={value === null ? null : String(value)}
      noneLabel={t('templates.noDay')}
      placeholder={t('templates.typeDays')}
      emptyText={t('templates.typeDays')}
      options={(query) => optionsFor(query, current)}
      onChange={(days) => onChange(days === null ? null : Number(days))}
      trigger={
        <Button size="sm" variant={isSmall ? 'ghost' : 'line'} icon={<CalendarClock />}>
          {value !== null ? (
            t(`templates.${of}In`, { when: dayLabel(value) })
          ) : isSmall ? (
            <span className="sr-only">{label}</span>
          ) : (
            label
          )}
        </Button>
      }
    />
  )
}

const suggestedDays = [0, 1, 2, 3, 5, 7, 14, 30]

function optionsFor(query: string, current: readonly number[]) {
  const typed = Number.parseInt(query, 10)
  const days = Number.isInteger(typed)
    ? typed >= 0 && typed <= maxTemplateDayOffset
      ? [typed]
      : []
    : [...new Set([...suggestedDays, ...current])].sort((a, b) => a - b)
  return days.map((each) => ({ value: String(each), label: dayLabel(each), keywords: [String(each)] }))
}

function dayLabel(days: number): string {
  return days === 0 ? t('templates.sameDay') : t('templates.days', { count: days })
}
