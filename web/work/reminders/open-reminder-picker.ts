import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'

interface OpenReminderPicker {
  issue_id: string
  /** The id of the reminder whose time the picker changes. Is null if the picker creates a reminder. */
  reminder_id: string | null
  anchor: Element | null
}

/**
 * The item and reminder for which the reminder picker is open. The value is null while the picker is closed.
 */
export const reminderPickerAtom = atom<OpenReminderPicker | null>(null)

export function openReminderPicker(picker: OpenReminderPicker): void {
  bufferKeysUntilFocus()
  store.set(reminderPickerAtom, picker)
}

export const remindShortcut = 'shift+h'
