import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** Id of the page in the version history dialog; null while the dialog is closed. */
export const pageHistoryDialogAtom = atom<string | null>(null)

export function openPageHistory(id: string): void {
  store.set(pageHistoryDialogAtom, id)
}
