import { atom } from 'jotai'
import { store } from '../../platform/app/sync.ts'

/** On the item page, this shortcut prints the item. On other screens, it prints the screen. */
export const printShortcut = 'mod+p'

interface Printing {
  id: string
  /** True if the browser's print dialog is already opening, so that only loaded content can be printed. */
  isNow: boolean
}

/** The item that is being printed, or null. */
export const printedItemAtom = atom<Printing | null>(null)

/**
 * Requests to print an item. The component that reads `printedItemAtom` loads the whole item and opens the
 * browser's print dialog.
 */
export function printItem(id: string): void {
  store.set(printedItemAtom, { id, isNow: false })
}
