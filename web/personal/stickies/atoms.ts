import { atom } from 'jotai'
import { tables } from '../../platform/app/sync.ts'

/** The loaded stickies of the user in the order of the board, from the top. */
export const stickiesAtom = atom((get) =>
  get(tables.stickies.allAtom).toSorted((a, b) => b.sort_order - a.sort_order || b.id.localeCompare(a.id)),
)
