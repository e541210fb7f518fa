import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { bufferKeys } from '../../platform/ui/key-buffer.ts'

export interface LogDialog {
  issue_id: string
  /** The id of the time log. Null for a new one. */
  id: string | null
  /** The preselected day. */
  date?: string
}

/** The time log that the dialog shows. Null while it is closed. */
export const logDialogAtom = atom<LogDialog | null>(null)

export function openLog(dialog: LogDialog): void {
  bufferKeys()
  store.set(logDialogAtom, dialog)
}

export const exportDialogAtom = atom(false)
