import type { Getter } from 'jotai'
import { canEditPlans } from '#common/planning/plans/rules.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { Project } from '../../platform/sync/tables.ts'

/** The project fields that enable cycles and modules. */
export const planFeatureSwitch = { cycles: 'cycle_view', modules: 'module_view' } as const

/** Returns whether cycles or modules are enabled in the project and visible to the user. */
export function canSeePlans(table: keyof typeof planFeatureSwitch, get: Getter, project: Project): boolean {
  return project[planFeatureSwitch[table]] && canEditPlans({ role: get(projectRoleAtom(project.id)) })
}
