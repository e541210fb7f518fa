import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** Id of the item that was just created. Lists scroll to it and highlight it once. */
export const madeAtom = atom<string | null>(null)

/** Milliseconds after which the item is forgotten if no list shows it. */
const toBeDrawn = 3000

export function showMade(id: string): void {
  store.set(madeAtom, id)
  setTimeout(() => forgetMade(id), toBeDrawn)
}

export function forgetMade(id: string): void {
  store.set(madeAtom, (now) => (now === id ? null : now))
}
