import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { tables } from '../../platform/app/sync.ts'

/** The loaded updates on a project, newest first. */
export const projectUpdatesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.project_updates.allAtom)
      .filter((update) => update.project_id === projectId)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)),
  ),
)
