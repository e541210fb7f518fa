import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** The page of which one looks at what it was; null while nobody does. */
export const pageHistoryAtom = atom<string | null>(null)

export function openPageHistory(id: string): void {
  store.set(pageHistoryAtom, id)
}
