import { atom } from 'jotai'

/** The access of a new page. The private tab of the page list sets it to 1, so that the shortcut creates a private page. */
export const newPageAccessAtom = atom<0 | 1>(0)
