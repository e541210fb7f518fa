import { useAtomValue } from 'jotai'
import { CalendarDays } from 'lucide-react'
import { useId } from 'react'
import { clockIn } from '#common/platform/clock.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { shortDate } from '../../platform/person/dates.ts'
import { weekStartAtom } from '../../platform/person/me.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { type CycleFields, timezoneOf } from './actions.ts'

interface DaysProps {
  projectId: string
  fields: Pick<CycleFields, 'first' | 'last'>
  onChange: (days: Partial<Pick<CycleFields, 'first' | 'last'>>) => void
  problem: string | null
}

/** The first and the last day of a cycle, and what is wrong with them. */
export function CycleDays({ projectId, fields: { first, last }, onChange, problem }: DaysProps) {
  const { t } = useTranslation()
  const note = useId()
  const shared = { projectId, note, isInvalid: problem !== null }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 gap-3">
        <CycleDay
          {...shared}
          name="first"
          value={first}
          max={last}
          onChange={(day) => onChange({ first: day })}
        />
        <CycleDay
          {...shared}
          name="last"
          value={last}
          min={first}
          onChange={(day) => onChange({ last: day })}
        />
      </div>
      <p
        id={note}
        role={problem === null ? undefined : 'alert'}
        className={problem === null ? 'text-sm text-faint' : 'text-sm text-danger'}
      >
        {problem ?? t('cycles.daysHint')}
      </p>
    </div>
  )
}

interface DayProps {
  projectId: string
  name: 'first' | 'last'
  value: string | null
  min?: string | null
  max?: string | null
  required?: boolean
  /** The id of the text that describes it. */
  note: string
  isInvalid: boolean
  onChange: (day: string | null) => void
}

export function CycleDay({ projectId, name, value, note, isInvalid, onChange, ...limits }: DayProps) {
  const { t, i18n } = useTranslation()
  const weekStartsOn = useAtomValue(weekStartAtom)
  const label = t(`cycles.${name}`)
  const words = value === null ? t('cycles.noDay') : shortDate(value, i18n.language)
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-soft">{label}</span>
      <DatePicker
        label={label}
        value={value}
        onChange={onChange}
        weekStartsOn={weekStartsOn}
        today={clockIn(timezoneOf(projectId)).today}
        {...limits}
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
