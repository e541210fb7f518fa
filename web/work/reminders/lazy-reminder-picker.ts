import { loadable } from '../../platform/ui/loadable.ts'

export const lazyReminderPicker = loadable(() =>
  import('./ReminderPicker.tsx').then(({ ReminderPicker }) => ReminderPicker),
)

export const lazyReminderPickerPage = loadable(() =>
  import('./ReminderPicker.tsx').then(({ ReminderPickerPage }) => ReminderPickerPage),
)
