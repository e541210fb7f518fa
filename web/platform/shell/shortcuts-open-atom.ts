import { atom } from 'jotai'

export const shortcutsOpenAtom = atom(false)
