import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** Id of the page in the publish dialog; null while the dialog is closed. */
export const publishPageDialogAtom = atom<string | null>(null)

export function openPagePublishing(id: string): void {
  store.set(publishPageDialogAtom, id)
}
