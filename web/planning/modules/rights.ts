import { canArchiveModule } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { usePlanRights } from '../plans/rights.ts'

/** What one may do with the modules of a project, by the rules that the server asks. */
export function useModuleRights(projectId: string) {
  const { keep, isOpen, unarchive, deleteOf } = usePlanRights('modules', projectId)
  return {
    keep,
    edit: isOpen,
    archive: (module: ModuleRow) => isOpen(module) && canArchiveModule(module),
    unarchive,
    delete: (module: ModuleRow) => deleteOf(module.created_by),
  }
}
