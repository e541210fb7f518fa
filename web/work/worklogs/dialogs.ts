import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'
import { holdKeys } from '../../platform/ui/early-keys.ts'

export interface LogDialog {
  issue_id: string
  /** Null for one that is being made. */
  id: string | null
  /** The day that is meant. */
  date?: string
}

/** The dialog in which time is logged, null while it is closed. */
export const logDialogAtom = atom<LogDialog | null>(null)

export function openLog(dialog: LogDialog): void {
  holdKeys()
  store.set(logDialogAtom, dialog)
}

export const exportDialogAtom = atom(false)
