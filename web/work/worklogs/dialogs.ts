import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'

export interface WorklogDialog {
  issue_id: string
  /** The id of the time log. Is null for a new time log. */
  id: string | null
  /** The preselected day. */
  date?: string
}

/** The time log that the dialog shows. The value is null while the dialog is closed. */
export const worklogDialogAtom = atom<WorklogDialog | null>(null)

export function openWorklogDialog(dialog: WorklogDialog): void {
  bufferKeysUntilFocus()
  store.set(worklogDialogAtom, dialog)
}

export const isExportTimeDialogOpenAtom = atom(false)
