import type { RawBuilder } from 'kysely'
import { defineEvent } from '../../platform/db/events.ts'

/** Emitted before items are deleted. The items are locked. */
export const itemsTrashing = defineEvent<{ ids: string[] }>('work-items.trashing')

/** Emitted after items were deleted, or restored from the trash. */
export const itemsTrashed = defineEvent<TrashedItems>('work-items.trashed')
export const itemsRestored = defineEvent<TrashedItems>('work-items.restored')

interface TrashedItems {
  project_id: string
  ids: string[]
  /** True if one of the items is in the intake of the project. */
  isInTriage: boolean
}

/** Emitted after items moved to the project `project_id`. The items are locked. */
export const itemsMoved = defineEvent<{ ids: string[]; project_id: string }>('work-items.moved')

/**
 * Emitted before items change in a way that affects the statistics of the cycles in `cycle_ids`, such as their counts
 * of items and sums of estimates.
 */
export const cycleFiguresChanging = defineEvent<{ cycle_ids: string[] }>('work-items.figures-changing')

/**
 * Emitted before a bulk statement changes items that are not loaded, if the change affects the statistics of cycles.
 */
export const cycleFiguresBulkChanging = defineEvent<{
  where: RawBuilder<boolean>
  from: RawBuilder<unknown> | undefined
}>('work-items.figures-of-many-changing')

/** Columns of an item that affect the statistics of its cycle. */
const figureColumns: ReadonlySet<string> = new Set([
  'cycle_id',
  'state__group',
  'assignee_ids',
  'label_ids',
  'estimate_point',
  'archived_at',
  'deleted_at',
  'project_id',
])

/** Returns whether writing these columns may change the statistics of a cycle. */
export function affectsCycleFigures(columns: Iterable<string>): boolean {
  for (const name of columns) if (figureColumns.has(name)) return true
  return false
}
