import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { StateRow } from '#common/work/states/schema.ts'
import { tables } from '../../platform/app/sync.ts'

/** The states of a project in their order, without the triage states of intake. */
export const statesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.states.allAtom)
      .filter((state) => state.project_id === projectId && state.group !== 'triage')
      .sort((a, b) => groupRank[a.group] - groupRank[b.group] || a.sequence - b.sequence),
  ),
)

const groupRank: Record<StateRow['group'], number> = {
  backlog: 0,
  unstarted: 1,
  started: 2,
  completed: 3,
  cancelled: 4,
  triage: 5,
}
