import type { Getter } from 'jotai'
import { canKeepPlans } from '#common/planning/plans/rules.ts'
import { projectRoleAtom } from '../../platform/person/may.ts'
import type { Project } from '../../platform/sync/tables.ts'

/** The field of a project that switches its plans on. */
export const planSwitch = { cycles: 'cycle_view', modules: 'module_view' } as const

/** Answers whether a project has plans of this kind that the person may see. */
export function seesPlans(table: keyof typeof planSwitch, get: Getter, project: Project): boolean {
  return project[planSwitch[table]] && canKeepPlans({ role: get(projectRoleAtom(project.id)) })
}
