import { atom } from 'jotai'

/** Key of the row whose title is being edited. */
export const renamingAtom = atom<string | null>(null)
