import { useTranslation } from '../../../locales/i18n.ts'
import { type DueUrgency, dueUrgencyClass, formatShortDate } from '../../../platform/person/dates.ts'
import { cx } from '../../../platform/ui/cx.ts'

interface DayCellProps {
  date: string
  tone?: DueUrgency | null
  isQuiet?: boolean
}

/** A date in a cell of the spreadsheet. */
export function DayCell({ date, tone, isQuiet }: DayCellProps) {
  const { t, i18n } = useTranslation()
  return (
    <span className={cx('truncate tabular', tone && dueUrgencyClass[tone], isQuiet && 'text-soft')}>
      {formatShortDate(date, i18n.language)}
      {tone === 'late' && <span className="sr-only">{t('workItems.due.overdue')}</span>}
    </span>
  )
}
