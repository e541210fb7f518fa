import { useTranslation } from '../../../../locales/i18n.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { formatDay } from '../../../../platform/ui/day-names.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'

interface DayNumberProps {
  day: PlainDate
  today: PlainDate
  /** True if the day belongs to the previous or next month. */
  quiet?: boolean
}

export function DayNumber({ day, today, quiet }: DayNumberProps) {
  const { i18n } = useTranslation()
  return (
    <time
      dateTime={day}
      className={cx(
        'grid h-5.5 min-w-5.5 place-items-center rounded-full px-1 text-sm tabular',
        day === today
          ? 'bg-accent font-strong text-on-accent print:bg-transparent print:text-text'
          : quiet
            ? 'text-faint'
            : 'font-medium text-soft',
      )}
    >
      {formatDay(day, i18n.language)}
    </time>
  )
}
