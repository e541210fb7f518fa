import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { shortDate } from '../../work-items/dates.ts'

interface DayCellProps {
  date: string
  isLate?: boolean
  isQuiet?: boolean
}

/** A day in a cell of a table. */
export function DayCell({ date, isLate, isQuiet }: DayCellProps) {
  const { t, i18n } = useTranslation()
  return (
    <span className={cx('truncate tabular', isLate && 'text-danger', isQuiet && 'text-soft')}>
      {shortDate(date, i18n.language)}
      {isLate && <span className="sr-only">{t('workItems.due.overdue')}</span>}
    </span>
  )
}
