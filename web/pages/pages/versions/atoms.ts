import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { PageVersionRow } from '#common/documents/versions/schema.ts'
import { tables } from '../../../platform/app/sync.ts'

const byPageAtom = atom((get) => Map.groupBy(get(tables.page_versions.allAtom), (row) => row.page_id))

const none: PageVersionRow[] = []

/** Loaded versions, newest first. The ids sort by creation time. */
export const pageVersionsAtom = atomFamily((pageId: string) =>
  atom((get) => (get(byPageAtom).get(pageId) ?? none).toSorted((a, b) => b.id.localeCompare(a.id))),
)
