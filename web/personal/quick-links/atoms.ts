import { atom } from 'jotai'
import { tables } from '../../platform/app/sync.ts'

/** One's own links, in one's own order. */
export const quickLinksAtom = atom((get) =>
  get(tables.quick_links.allAtom).toSorted((a, b) => a.sort_order - b.sort_order || a.id.localeCompare(b.id)),
)
