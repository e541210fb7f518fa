import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** The item that was just made here: lists bring it into sight, and it flashes once. */
export const madeAtom = atom<string | null>(null)

/** Milliseconds within which it is drawn, where it is drawn at all. */
const toBeDrawn = 3000

export function showMade(id: string): void {
  store.set(madeAtom, id)
  setTimeout(() => forgetMade(id), toBeDrawn)
}

export function forgetMade(id: string): void {
  store.set(madeAtom, (now) => (now === id ? null : now))
}
