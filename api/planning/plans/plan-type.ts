import type { EntityManager } from '@mikro-orm/postgresql'
import type { RawBuilder } from 'kysely'
import type { ItemRow } from '../../work/work-items/item-row.ts'
import type { PropertyChanges } from '../../work/work-items/properties.ts'
import type { BulkItemUpdate } from '../../work/work-items/rewrite-items.ts'
import type { PlanKind } from '../figures/figures.ts'

/** The columns of a cycle or module that queries need. */
export interface PlanRow {
  id: string
  workspace_id: string
  project_id: string
  archived_at: Date | null
}

/** The columns of a cycle or module that commands need. */
export interface PlanEntity {
  id: string
  archived_at: Date | null
  deleted_at: Date | null
  updated_by: string | null
}

export interface PlanKey {
  id: string
  project_id: string
  deleted_at?: null
}

/** Describes how cycles and modules (plans) differ, for the code that they share. */
export interface PlanType<
  Row extends PlanRow = PlanRow,
  Plan extends PlanEntity = PlanEntity,
  Answer = unknown,
> {
  kind: PlanKind
  table: 'cycles' | 'modules'
  columns: readonly string[]
  /** Reads the newest state of a cycle or module and locks it. */
  lock(em: EntityManager, key: PlanKey): Promise<Plan | null>
  /**
   * Returns the final figures of an ended plan as they were stored. Returns null while the plan still counts
   * its items.
   */
  frozenCounts(row: Row): object | null
  answer(row: Row, counted: ComputedPlanFields): Answer
  /** Runs after each change, before the plan is returned. */
  finish(em: EntityManager, plan: Plan): Promise<void>
  /** Messages of errors. Each is a whole sentence, because the order of words differs between languages. */
  messages: { notFound: string; cannotDelete: string; cannotArchive: string; tooMany: string }
  ownerOf(plan: Row | Plan): string | null
  canArchive(plan: Plan): boolean
  /** Throws if the plan does not accept new items. */
  checkAdding(row: Row): void
  adding(id: string): PropertyChanges
  /** Returns the change that removes the item from the plan, or null if the item is not in the plan. */
  removing(item: ItemRow, id: string): PropertyChanges | null
  /** Like `adding` and `removing`, but in SQL for many items at once. */
  items: {
    areIn(id: string): RawBuilder<boolean>
    leave(id: string): BulkItemUpdate['set']
    return(id: string): BulkItemUpdate['set']
    /** Condition for items that return to the restored plan. */
    canReturn(id: string): RawBuilder<boolean>
  }
}

/** Fields that the answer contains in addition to the columns of the row. */
export interface ComputedPlanFields {
  workspace: string
  project: string
  is_favorite: false
}

export interface PlanAnswer {
  id: string
  is_favorite: boolean
  archived_at: string | null
}
