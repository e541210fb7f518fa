import { atom } from 'jotai'
import { tables } from '../../platform/app/sync.ts'

/** Loaded stickies of the user, from the top. */
export const stickiesAtom = atom((get) =>
  get(tables.stickies.allAtom).toSorted((a, b) => b.sort_order - a.sort_order || b.id.localeCompare(a.id)),
)
