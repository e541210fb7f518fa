import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** Id of the page in the export dialog; null while the dialog is closed. */
export const pageExportDialogAtom = atom<string | null>(null)

export function openPageExport(id: string): void {
  store.set(pageExportDialogAtom, id)
}
