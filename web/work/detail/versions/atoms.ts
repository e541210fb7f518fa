import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { VersionRow } from '#common/documents/versions/schema.ts'
import { tables } from '../../../platform/app/sync.ts'

const byItemAtom = atom((get) => Map.groupBy(get(tables.description_versions.allAtom), (row) => row.issue_id))

const none: VersionRow[] = []

/** Those that were read, the newest first: by id, as they were begun. */
export const versionsOfAtom = atomFamily((itemId: string) =>
  atom((get) => (get(byItemAtom).get(itemId) ?? none).toSorted((a, b) => b.id.localeCompare(a.id))),
)

/** The one that the description is now. */
export const lastVersionAtom = atomFamily((itemId: string) =>
  atom((get) => get(versionsOfAtom(itemId))[0] ?? null),
)
