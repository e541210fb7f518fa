import type { Getter } from 'jotai'
import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Project } from '../../platform/sync/tables.ts'

/** The project fields that enable cycles and modules. */
export const cycleOrModuleFeatureSwitch = { cycles: 'cycle_view', modules: 'module_view' } as const

/** Returns whether cycles or modules are enabled in the project and visible to the user. */
export function canSeeCyclesOrModules(
  table: keyof typeof cycleOrModuleFeatureSwitch,
  get: Getter,
  project: Project,
): boolean {
  return (
    project[cycleOrModuleFeatureSwitch[table]] &&
    canEditCyclesAndModules({ role: get(projectRoleAtom(project.id)) })
  )
}
