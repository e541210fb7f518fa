import { CalendarCheck, CalendarClock } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { dueWords, isOverdue, shortDate } from '../dates.ts'
import { PropertyButton } from './PropertyButton.tsx'
import { type RowValueProps, unsetClass } from './row-values.ts'

interface RowDayProps extends RowValueProps {
  column: 'start_date' | 'target_date'
  className: string
}

export function RowDay({ row, column, canEdit, className }: RowDayProps) {
  const { t, i18n } = useTranslation()
  const date = row[column]
  const isStart = column === 'start_date'
  const late = !isStart && isOverdue(row)
  const Icon = isStart ? CalendarClock : CalendarCheck
  const value = date === null ? t('workItems.noDate') : shortDate(date, i18n.language)
  return (
    <PropertyButton
      id={row.id}
      property={column}
      disabled={!canEdit}
      label={t('workItems.setDate', {
        name: t(isStart ? 'workItems.startDate' : 'workItems.dueDate'),
        value: late && date !== null ? `${value}, ${dueWords(date)}` : value,
      })}
      className={cx(
        'w-26 justify-start gap-1 px-1 text-sm whitespace-nowrap tabular',
        late ? 'text-danger' : 'text-soft',
        className,
      )}
    >
      <Icon className={cx('size-3.5!', date === null ? unsetClass : late ? '' : 'text-icon-faint')} />
      {date !== null && <span className="truncate">{value}</span>}
    </PropertyButton>
  )
}
