import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { VersionRow } from '#common/documents/versions/schema.ts'
import { tables } from '../../../platform/app/sync.ts'

const byItemAtom = atom((get) => Map.groupBy(get(tables.description_versions.allAtom), (row) => row.issue_id))

const none: VersionRow[] = []

/** The loaded versions, newest first. Ids are ordered by creation time. */
export const descriptionVersionsAtom = atomFamily((itemId: string) =>
  atom((get) => (get(byItemAtom).get(itemId) ?? none).toSorted((a, b) => b.id.localeCompare(a.id))),
)

/** The version that corresponds to the current description. */
export const latestDescriptionVersionAtom = atomFamily((itemId: string) =>
  atom((get) => get(descriptionVersionsAtom(itemId))[0] ?? null),
)
