import { atom } from 'jotai'
import { store } from '../sync/store.ts'

export const paletteOpenAtom = atom(false)

export function openPalette(): void {
  store.set(paletteOpenAtom, true)
}
