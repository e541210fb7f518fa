import { atom } from 'jotai'
import type { Feature } from '../../platform/shell/feature.ts'
import { lazyReminderPicker } from './lazy-reminder-picker.ts'
import { reminderPickerAtom } from './open-reminder-picker.ts'

export const remindersFeature: Feature = {
  id: 'reminders',
  dialogs: [
    {
      id: 'reminder-picker',
      part: lazyReminderPicker,
      isOpenAtom: atom((get) => get(reminderPickerAtom) !== null),
    },
  ],
}
