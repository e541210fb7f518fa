import { atom } from 'jotai'
import { store } from '../app/sync.ts'

export const paletteOpenAtom = atom(false)
/** How many searches of the palette wait for an answer. */
export const paletteLookingAtom = atom(0)

export function openPalette(): void {
  store.set(paletteOpenAtom, true)
}
