import { atom } from 'jotai'

/** Key of the row whose title is being edited. */
export const renamedRowKeyAtom = atom<string | null>(null)
