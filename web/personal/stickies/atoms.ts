import { atom } from 'jotai'
import { tables } from '../../platform/app/sync.ts'

/** One's own stickies that are here, from the top. */
export const stickiesAtom = atom((get) =>
  get(tables.stickies.allAtom).toSorted((a, b) => b.sort_order - a.sort_order || b.id.localeCompare(a.id)),
)
