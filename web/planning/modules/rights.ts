import { canArchiveModule } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useCycleOrModuleRights } from '../cycles-and-modules/rights.ts'

/** Returns what the user may do with the modules of a project, by the rules that the server enforces. */
export function useModuleRights(projectId: string) {
  const { keep, isOpen, unarchive, deleteOf } = useCycleOrModuleRights('modules', projectId)
  return {
    keep,
    edit: isOpen,
    archive: (module: ModuleRow) => isOpen(module) && canArchiveModule(module),
    unarchive,
    delete: (module: ModuleRow) => deleteOf(module.created_by),
  }
}
