import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** The id of the item that was just created. Lists scroll to the item and highlight it once. */
export const recentlyCreatedAtom = atom<string | null>(null)

/** Milliseconds after which the id is reset if no list has shown the item until then. */
const forgetAfter = 3000

export function markRecentlyCreated(id: string): void {
  store.set(recentlyCreatedAtom, id)
  setTimeout(() => clearRecentlyCreated(id), forgetAfter)
}

export function clearRecentlyCreated(id: string): void {
  store.set(recentlyCreatedAtom, (now) => (now === id ? null : now))
}
