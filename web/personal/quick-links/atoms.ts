import { atom } from 'jotai'
import { tables } from '../../platform/app/sync.ts'

/** The user's quick links in their order. */
export const quickLinksAtom = atom((get) =>
  get(tables.quick_links.allAtom).toSorted((a, b) => a.sort_order - b.sort_order || a.id.localeCompare(b.id)),
)
