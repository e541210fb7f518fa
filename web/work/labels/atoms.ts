import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { tables } from '../../platform/app/sync.ts'

/** The labels of a project in their order. */
export const labelsAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.labels.allAtom)
      .filter((label) => label.project_id === projectId)
      .sort((a, b) => a.sort_order - b.sort_order),
  ),
)
