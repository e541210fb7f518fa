import { useAtomValue } from 'jotai'
import { canArchiveModule } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { canDeletePlan, canKeepPlans } from '#common/planning/plans/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { useActor } from '../../platform/person/may.ts'

/** What one may do with the modules of a project, by the rules that the server asks. */
export function useModuleRights(projectId: string) {
  const actor = useActor(projectId)
  const isOn = useAtomValue(tables.projects.rowAtom(projectId))?.module_view === true
  const keep = isOn && canKeepPlans(actor)
  return {
    keep,
    edit: (module: ModuleRow) => keep && module.archived_at === null,
    archive: (module: ModuleRow) => keep && module.archived_at === null && canArchiveModule(module),
    unarchive: (module: ModuleRow) => keep && module.archived_at !== null,
    delete: (module: ModuleRow) => isOn && canDeletePlan(actor, module.created_by),
  }
}
