import { useAtomValue } from 'jotai'
import { canCorrectCycle, canReopenCycle } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { canDeletePlan, canKeepPlans } from '#common/planning/plans/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { useActor } from '../../platform/person/may.ts'
import { quarterAtom } from '../../platform/person/today.ts'
import { statusOf } from '../../work/plans/cycles.ts'

/** What one may do with the cycles of a project, by the rules that the server asks. */
export function useCycleRights(projectId: string) {
  const actor = useActor(projectId)
  // Rights change when a cycle begins or ends.
  useAtomValue(quarterAtom)
  const isOn = useAtomValue(tables.projects.rowAtom(projectId))?.cycle_view === true
  const keep = isOn && canKeepPlans(actor)
  return {
    keep,
    edit: (cycle: CycleRow) => keep && cycle.archived_at === null && statusOf(cycle) !== 'COMPLETED',
    end: (cycle: CycleRow) => keep && cycle.archived_at === null && statusOf(cycle) === 'CURRENT',
    reopen: (cycle: CycleRow) =>
      keep && cycle.archived_at === null && statusOf(cycle) === 'COMPLETED' && canReopenCycle(actor, null),
    correct: (cycle: CycleRow) =>
      keep && cycle.archived_at === null && statusOf(cycle) === 'COMPLETED' && canCorrectCycle(actor),
    archive: (cycle: CycleRow) => keep && cycle.archived_at === null && statusOf(cycle) === 'COMPLETED',
    unarchive: (cycle: CycleRow) => keep && cycle.archived_at !== null,
    transfer: (cycle: CycleRow) => keep && cycle.archived_at === null && statusOf(cycle) === 'COMPLETED',
    delete: (cycle: CycleRow) => isOn && canDeletePlan(actor, cycle.owned_by_id),
  }
}
