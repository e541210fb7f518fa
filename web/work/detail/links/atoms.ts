import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { LinkRow } from '#common/work/links/schema.ts'
import { tables } from '../../../platform/app/sync.ts'

const byItemAtom = atom((get) => Map.groupBy(get(tables.work_item_links.allAtom), (link) => link.issue_id))

const none: LinkRow[] = []

/**
 * The loaded links of an item, newest first. They are sorted by id, because ids increase with time and a restored
 * link has its old id. The link therefore returns to its old position.
 */
export const itemLinksAtom = atomFamily((itemId: string) =>
  atom((get) => (get(byItemAtom).get(itemId) ?? none).toSorted((a, b) => b.id.localeCompare(a.id))),
)
