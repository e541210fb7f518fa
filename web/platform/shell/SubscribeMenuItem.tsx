import { CalendarPlus } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { MenuItem } from '../ui/MenuItem.tsx'
import { type CalendarTarget, openCalendarDialog } from './calendar-target.ts'

/** Menu entry that opens the dialog with a new calendar address for the target. */
export function SubscribeMenuItem({ target }: { target: CalendarTarget }) {
  const { t } = useTranslation()
  return (
    <MenuItem icon={<CalendarPlus />} onSelect={() => openCalendarDialog(target)}>
      {t('calendars.subscribe')}
    </MenuItem>
  )
}
