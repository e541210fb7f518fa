import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** Id of the item whose description history is open, or null. */
export const descriptionHistoryItemAtom = atom<string | null>(null)

export function openDescriptionHistory(id: string): void {
  store.set(descriptionHistoryItemAtom, id)
}
