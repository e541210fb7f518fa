import { useAtomValue } from 'jotai'
import { canDeleteCycleOrModule, canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { cycleOrModuleFeatureSwitch } from '../../work/cycles-modules-epics/can-see-cycles-or-modules.ts'
import type { CycleOrModuleRow, CycleOrModuleTable } from './definition.ts'

/**
 * Returns the permissions that are the same for cycles and modules, by the rules that the server enforces.
 */
export function useCycleOrModuleRights(table: CycleOrModuleTable, projectId: string) {
  const actor = useProjectActor(projectId)
  const isOn = useAtomValue(tables.projects.rowAtom(projectId))?.[cycleOrModuleFeatureSwitch[table]] === true
  const keep = isOn && canEditCyclesAndModules(actor)
  return {
    actor,
    keep,
    isOpen: ({ archived_at }: CycleOrModuleRow) => keep && archived_at === null,
    unarchive: ({ archived_at }: CycleOrModuleRow) => keep && archived_at !== null,
    deleteOf: (ownerId: string | null) => isOn && canDeleteCycleOrModule(actor, ownerId),
  }
}
