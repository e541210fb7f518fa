import type { CycleRow } from '#common/planning/cycles/schema.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { SortableRowMoves } from '../../platform/ui/sortable.ts'

export type CycleOrModuleTable = 'cycles' | 'modules'

/** The columns that cycles and modules share. */
export type CycleOrModuleRow = Pick<CycleRow | ModuleRow, keyof CycleRow & keyof ModuleRow>

/** The permissions of a user for the cycles or modules of a project. */
export interface CycleOrModuleRights<Row> {
  keep: boolean
  edit: (row: Row) => boolean
  archive: (row: Row) => boolean
  unarchive: (row: Row) => boolean
  delete: (row: Row) => boolean
}

/**
 * The actions and permissions of cycles or of modules. The components that show cycles as well as modules use
 * this interface.
 */
export interface CycleOrModuleDefinition<Row> {
  table: CycleOrModuleTable
  kind: 'cycle' | 'module'
  useRights: (projectId: string) => CycleOrModuleRights<Row>
  setArchived: (row: Row, isArchived: boolean) => Promise<unknown>
  remove: (row: Row) => Promise<unknown>
  /** Adds an item, even if the item is not loaded in this client. */
  addItem: (row: Row, itemId: string) => Promise<unknown>
  takeItem: (row: Row, itemId: string) => Promise<unknown>
  /** Returns the functions that reorder a list of cycles or modules. */
  orderOf: (list: readonly Row[]) => SortableRowMoves
}

export function cyclesOrModulesPath(table: CycleOrModuleTable, projectId: string): string {
  return `/${currentSlug()}/projects/${projectId}/${table}`
}

export function cycleOrModulePath(
  table: CycleOrModuleTable,
  { id, project_id }: Pick<CycleOrModuleRow, 'id' | 'project_id'>,
): string {
  return `${cyclesOrModulesPath(table, project_id)}/${id}`
}
