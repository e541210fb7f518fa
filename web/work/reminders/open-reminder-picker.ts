import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'

interface OpenReminderPicker {
  issue_id: string
  /** The reminder whose time the picker changes. Null for a new reminder. */
  reminder_id: string | null
  anchor: Element | null
}

/** The item of the open reminder picker. Null while it is closed. */
export const reminderPickerAtom = atom<OpenReminderPicker | null>(null)

export function openReminderPicker(picker: OpenReminderPicker): void {
  bufferKeysUntilFocus()
  store.set(reminderPickerAtom, picker)
}

export const remindShortcut = 'shift+h'
