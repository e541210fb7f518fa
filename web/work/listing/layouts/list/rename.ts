import { atom } from 'jotai'

/** Key of the row whose title is being edited. */
export const renamedItemAtom = atom<string | null>(null)
