import { atom } from 'jotai'

/** The row whose title is being written, by its key. */
export const renamingAtom = atom<string | null>(null)
