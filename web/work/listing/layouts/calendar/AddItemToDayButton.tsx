import { Plus } from 'lucide-react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { formatShortDate } from '../../../../platform/person/dates.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { IconButton } from '../../../../platform/ui/IconButton.tsx'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { addButtonAttribute } from '../add-button.ts'
import { calendarFocusStopAttribute } from './keyboard-move.ts'

interface AddItemToDayButtonProps {
  day: PlainDate
  onAdd: () => void
  className?: string
}

export function AddItemToDayButton({ day, onAdd, className }: AddItemToDayButtonProps) {
  const { t, i18n } = useTranslation()
  return (
    <IconButton
      {...calendarFocusStopAttribute}
      {...addButtonAttribute(day)}
      size="sm"
      className={cx('ms-auto', className)}
      label={t('workItems.calendar.add', { day: formatShortDate(day, i18n.language) })}
      icon={<Plus />}
      onClick={onAdd}
    />
  )
}
