import type { EntityManager } from '@mikro-orm/postgresql'
import type { RawBuilder } from 'kysely'
import type { ItemRow } from '../../work/work-items/item-row.ts'
import type { PropertyChanges } from '../../work/work-items/property-setters.ts'
import type { BulkItemUpdate } from '../../work/work-items/update-items-in-bulk.ts'
import type { CycleOrModuleKind } from '../figures/figures.ts'

/** The columns of a cycle or module that queries need. */
export interface CycleOrModuleRow {
  id: string
  workspace_id: string
  project_id: string
  archived_at: Date | null
}

/** The columns of a cycle or module that commands need. */
export interface CycleOrModuleEntity {
  id: string
  archived_at: Date | null
  deleted_at: Date | null
  updated_by: string | null
}

export interface CycleOrModuleKey {
  id: string
  project_id: string
  deleted_at?: null
}

/** Describes how cycles and modules differ, for the code that they share. */
export interface CycleOrModuleDefinition<
  Row extends CycleOrModuleRow = CycleOrModuleRow,
  Entity extends CycleOrModuleEntity = CycleOrModuleEntity,
  Answer = unknown,
> {
  kind: CycleOrModuleKind
  table: 'cycles' | 'modules'
  columns: readonly string[]
  /** Reads the newest state of a cycle or module and locks it. */
  lock(em: EntityManager, key: CycleOrModuleKey): Promise<Entity | null>
  /**
   * Returns the final statistics that were stored when a cycle ended. Returns null for a module, and for a cycle
   * whose final statistics are not stored.
   */
  frozenCounts(row: Row): object | null
  answer(row: Row, counted: ComputedCycleOrModuleFields): Answer
  /** Runs after each change, before the cycle or module is returned. */
  finish(em: EntityManager, entity: Entity): Promise<void>
  /** Messages of errors. Each is a whole sentence, because the order of words differs between languages. */
  messages: { notFound: string; cannotDelete: string; cannotArchive: string; tooMany: string }
  ownerOf(row: Row | Entity): string | null
  canArchive(entity: Entity): boolean
  /** Throws if the cycle or module does not accept new items. */
  checkAdding(row: Row): void
  adding(id: string): PropertyChanges
  /** Returns the change that removes the item. Returns null if the item is not in the cycle or module. */
  removing(item: ItemRow, id: string): PropertyChanges | null
  /** Like `adding` and `removing`, but in SQL for many items at once. */
  items: {
    areIn(id: string): RawBuilder<boolean>
    leave(id: string): BulkItemUpdate['set']
    return(id: string): BulkItemUpdate['set']
    /** SQL condition for the items that a restore may add to the cycle or module again. */
    canReturn(id: string): RawBuilder<boolean>
  }
}

/** Fields that the response contains in addition to the columns of the row. */
export interface ComputedCycleOrModuleFields {
  workspace: string
  project: string
  is_favorite: false
}

export interface CycleOrModuleAnswer {
  id: string
  is_favorite: boolean
  archived_at: string | null
}
