import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** The page of which one makes files; null while nobody does. */
export const pageExportAtom = atom<string | null>(null)

export function openPageExport(id: string): void {
  store.set(pageExportAtom, id)
}
