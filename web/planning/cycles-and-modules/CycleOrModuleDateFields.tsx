import { useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'

interface CycleOrModuleDateFieldsProps {
  /** The id of the hint or error below the date fields, for `aria-describedby`. */
  note: string
  hint: string
  problem: string | null
  children: ReactNode
}

/** The fields for the first and last day of a cycle or module, with a hint or an error below. */
export function CycleOrModuleDateFields({ note, hint, problem, children }: CycleOrModuleDateFieldsProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 gap-3">{children}</div>
      <p
        id={note}
        role={problem === null ? undefined : 'alert'}
        className={problem === null ? 'text-sm text-faint' : 'text-sm text-danger'}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}

interface CycleOrModuleDateFieldProps {
  label: string
  value: string | null
  today: string
  min?: string | null
  max?: string | null
  required?: boolean
  /** The id of the text that describes the field. */
  note: string
  isInvalid: boolean
  onChange: (day: string | null) => void
}

export function CycleOrModuleDateField({
  label,
  value,
  note,
  isInvalid,
  ...picker
}: CycleOrModuleDateFieldProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const words = value === null ? t('cycles.noDay') : formatShortDate(value, i18n.language)
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-soft">{label}</span>
      <DatePicker
        label={label}
        value={value}
        weekStartsOn={weekStartsOn}
        {...picker}
        trigger={
          <Button
            className="justify-start"
            icon={<CalendarDays />}
            aria-describedby={note}
            aria-invalid={isInvalid}
            aria-label={`${label}: ${words}`}
          >
            {words}
          </Button>
        }
      />
    </div>
  )
}
