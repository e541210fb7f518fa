import type { CycleRow } from '#common/planning/cycles/schema.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { SortableRowMoves } from '../../platform/ui/sortable.ts'

export type PlanTable = 'cycles' | 'modules'

/** The columns that cycles and modules share. */
export type PlanRow = Pick<CycleRow | ModuleRow, keyof CycleRow & keyof ModuleRow>

/** The permissions of a user for the cycles or modules of a project. */
export interface PlanRights<Row> {
  keep: boolean
  edit: (plan: Row) => boolean
  archive: (plan: Row) => boolean
  unarchive: (plan: Row) => boolean
  delete: (plan: Row) => boolean
}

/**
 * The actions and permissions of cycles or of modules. The components that show cycles as well as modules use
 * this interface.
 */
export interface PlanType<Row> {
  table: PlanTable
  kind: 'cycle' | 'module'
  useRights: (projectId: string) => PlanRights<Row>
  setArchived: (plan: Row, isArchived: boolean) => Promise<unknown>
  remove: (plan: Row) => Promise<unknown>
  /** Adds an item, even if the item is not loaded in this client. */
  addItem: (plan: Row, itemId: string) => Promise<unknown>
  takeItem: (plan: Row, itemId: string) => Promise<unknown>
  /** Returns the functions that reorder a list of cycles or modules. */
  orderOf: (list: readonly Row[]) => SortableRowMoves
}

export function plansPath(table: PlanTable, projectId: string): string {
  return `/${currentSlug()}/projects/${projectId}/${table}`
}

export function planPath(table: PlanTable, { id, project_id }: Pick<PlanRow, 'id' | 'project_id'>): string {
  return `${plansPath(table, project_id)}/${id}`
}
