import { useAtomValue } from 'jotai'
import { AlarmClock, X } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { deleteReminder } from './actions.ts'
import { remindersOfItemAtom } from './atoms.ts'
import { formatReminderTime } from './format-reminder-time.ts'
import { openReminderPicker } from './open-reminder-picker.ts'

/** The user's own reminders of an item. Each can be changed and removed. */
export function ItemReminders({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const reminders = useAtomValue(remindersOfItemAtom(row.id))
  if (reminders.length === 0) return null
  return (
    <ul aria-label={t('reminders.list')} className="flex flex-wrap gap-1.5">
      {reminders.map((reminder) => {
        const when = formatReminderTime(reminder.remind_at)
        return (
          <li
            key={reminder.id}
            className="flex h-control-sm max-w-full items-stretch rounded-md bg-accent-soft text-sm text-accent-text coarse:h-touch"
          >
            <button
              type="button"
              aria-label={t('reminders.change', { when })}
              aria-haspopup="dialog"
              onClick={({ currentTarget }) =>
                openReminderPicker({ issue_id: row.id, reminder_id: reminder.id, anchor: currentTarget })
              }
              className="flex min-w-0 items-center gap-1.5 rounded-s-md ps-2 pe-1.5 hover:bg-hover"
            >
              <AlarmClock className="size-3.5 shrink-0" aria-hidden />
              <span className="truncate tabular">{when}</span>
            </button>
            <button
              type="button"
              aria-label={t('reminders.remove', { when })}
              onClick={() => void deleteReminder(reminder)}
              className="touch-target grid w-6 shrink-0 place-items-center rounded-e-md hover:bg-hover"
            >
              <X className="size-3" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
