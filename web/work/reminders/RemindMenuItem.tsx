import { AlarmClock } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { lazyReminderPickerPage } from './lazy-reminder-picker.ts'
import { openReminderPicker, remindShortcut } from './open-reminder-picker.ts'

interface RemindMenuItemProps {
  row: WorkItemRow
  /** Returns the element at which the picker opens. */
  anchor: () => Element | null
  isInPalette: boolean
}

/**
 * Menu entry that reminds the user of an item. In a menu, it opens the picker for the time. In the command
 * palette, it opens a page with the times.
 */
export function RemindMenuItem({ row, anchor, isInPalette }: RemindMenuItemProps) {
  const { t } = useTranslation()
  return (
    <MenuItem
      icon={<AlarmClock />}
      keys={remindShortcut}
      page={isInPalette && <LazyComponent part={lazyReminderPickerPage} props={{ row }} />}
      onSelect={() => openReminderPicker({ issue_id: row.id, reminder_id: null, anchor: anchor() })}
    >
      {t('reminders.title')}
    </MenuItem>
  )
}
