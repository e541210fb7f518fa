import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** On a page of its own: elsewhere they print what is on the screen. */
export const printKeys = 'mod+p'

interface Printing {
  id: string
  /** The browser prints already: with what is here. */
  isNow: boolean
}

/** The item that is printed; null while none is. */
export const printingAtom = atom<Printing | null>(null)

/** Reads all of an item, and asks the browser to print it. */
export function printItem(id: string): void {
  store.set(printingAtom, { id, isNow: false })
}
