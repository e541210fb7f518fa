import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** The item of which one looks at what its description was; null while nobody does. */
export const shownHistoryAtom = atom<string | null>(null)

export function openHistory(id: string): void {
  store.set(shownHistoryAtom, id)
}
