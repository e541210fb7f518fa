import { useAtomValue } from 'jotai'
import { canDeletePlan, canEditPlans } from '#common/planning/plans/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { planFeatureSwitch } from '../../work/plans/can-see-plans.ts'
import type { PlanRow, PlanTable } from './plan-type.ts'

/**
 * Returns the permissions that are the same for cycles and modules, by the rules that the server enforces.
 */
export function usePlanRights(table: PlanTable, projectId: string) {
  const actor = useProjectActor(projectId)
  const isOn = useAtomValue(tables.projects.rowAtom(projectId))?.[planFeatureSwitch[table]] === true
  const keep = isOn && canEditPlans(actor)
  return {
    actor,
    keep,
    isOpen: ({ archived_at }: PlanRow) => keep && archived_at === null,
    unarchive: ({ archived_at }: PlanRow) => keep && archived_at !== null,
    deleteOf: (ownerId: string | null) => isOn && canDeletePlan(actor, ownerId),
  }
}
