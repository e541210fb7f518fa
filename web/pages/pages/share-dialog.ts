import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** Id of the page in the share dialog; null while the dialog is closed. */
export const sharePageDialogAtom = atom<string | null>(null)

export function openPageSharing(id: string): void {
  store.set(sharePageDialogAtom, id)
}
