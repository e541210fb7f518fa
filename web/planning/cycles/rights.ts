import { useAtomValue } from 'jotai'
import { canChangeCompletedCycleEnd, canReopenCycle } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { currentQuarterHourAtom } from '../../platform/person/today.ts'
import { statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import { useCycleOrModuleRights } from '../cycles-and-modules/rights.ts'

/** Returns what the user may do with the cycles of a project, by the rules that the server enforces. */
export function useCycleRights(projectId: string) {
  const { actor, keep, isOpen, unarchive, deleteOf } = useCycleOrModuleRights('cycles', projectId)
  // Subscribes to a clock, because the rights change when a cycle starts or ends.
  useAtomValue(currentQuarterHourAtom)
  const isOver = (cycle: CycleRow) => isOpen(cycle) && statusOfCycle(cycle) === 'COMPLETED'
  return {
    keep,
    edit: (cycle: CycleRow) => isOpen(cycle) && !isOver(cycle),
    start: (cycle: CycleRow) => isOpen(cycle) && ['UPCOMING', 'DRAFT'].includes(statusOfCycle(cycle)),
    end: (cycle: CycleRow) => isOpen(cycle) && statusOfCycle(cycle) === 'CURRENT',
    reopen: (cycle: CycleRow) => isOver(cycle) && canReopenCycle(actor, null),
    correct: (cycle: CycleRow) => isOver(cycle) && canChangeCompletedCycleEnd(actor),
    archive: isOver,
    unarchive,
    transfer: isOver,
    delete: (cycle: CycleRow) => deleteOf(cycle.owned_by_id),
  }
}
