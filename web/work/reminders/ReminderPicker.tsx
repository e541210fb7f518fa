import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { timezoneAtom } from '../../platform/person/today.ts'
import { Picker, type PickerProps } from '../../platform/ui/Picker.tsx'
import { createReminder, moveReminder } from './actions.ts'
import { reminderPickerAtom } from './open-reminder-picker.ts'
import { reminderOptions } from './reminder-options.tsx'

/** The reminder picker that a key, a menu or a reminder of the item has opened. */
export function ReminderPicker() {
  const [picker, setPicker] = useAtom(reminderPickerAtom)
  const item = useAtomValue(tables.work_items.rowAtom(picker?.issue_id ?? ''))
  const reminder = useAtomValue(tables.reminders.rowAtom(picker?.reminder_id ?? ''))
  if (picker === null || item === undefined) return null
  return (
    <ReminderTimes
      item={item}
      control={{ anchor: picker.anchor, open: true, onOpenChange: (open) => !open && setPicker(null) }}
      onChoose={(time) => {
        void (reminder === undefined ? createReminder(item, time) : moveReminder(reminder, time))
        setPicker(null)
      }}
    />
  )
}

/** The page of the palette that chooses the time of a new reminder. */
export function ReminderPickerPage({ row }: { row: WorkItemRow }) {
  return <ReminderTimes item={row} control={{}} onChoose={(time) => void createReminder(row, time)} />
}

interface ReminderTimesProps {
  item: WorkItemRow
  control: Pick<PickerProps, 'anchor' | 'open' | 'onOpenChange'>
  onChoose: (time: string) => void
}

function ReminderTimes({ item, control, onChoose }: ReminderTimesProps) {
  const { t } = useTranslation()
  const timezone = useAtomValue(timezoneAtom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  // The offered times are computed once when the picker opens, so that an option does not change just before
  // the user selects it.
  const [now] = useState(() => Date.now())
  return (
    <Picker
      {...control}
      isWide
      label={t('reminders.title')}
      placeholder={t('reminders.placeholder')}
      emptyText={t('reminders.unclear')}
      value={null}
      options={(query) => reminderOptions(query, { item, now, timezone, weekStartsOn })}
      onChange={(time) => time !== null && onChoose(time)}
    />
  )
}
