import type { RawBuilder } from 'kysely'
import { event } from '../../platform/db/events.ts'

/** Items are about to go to the trash. They are locked. */
export const trashingItems = event<{ ids: string[] }>('work-items.trashing')

/** Items have gone to the trash or come back from it. */
export const itemsTrashed = event<TrashedItems>('work-items.trashed')
export const itemsRestored = event<TrashedItems>('work-items.restored')

interface TrashedItems {
  project_id: string
  ids: string[]
  /** True when one of them waits in the intake of its project. */
  isInTriage: boolean
}

/** Items have moved to this project. They are locked. */
export const itemsMoved = event<{ ids: string[]; project_id: string }>('work-items.moved')

/** Items are about to change in a way that changes the figures of these cycles. */
export const figuresChanging = event<{ cycle_ids: string[] }>('work-items.figures-changing')

/** The same before a statement over items that nobody has read yet. */
export const figuresOfManyChanging = event<{
  where: RawBuilder<boolean>
  from: RawBuilder<unknown> | undefined
}>('work-items.figures-of-many-changing')

/** Changes of an item by which the figures of its cycle change. */
const counting: ReadonlySet<string> = new Set([
  'cycle_id',
  'state__group',
  'assignee_ids',
  'label_ids',
  'estimate_point',
  'archived_at',
  'deleted_at',
  'project_id',
])

/** Answers true when a write of these columns may change the figures of a cycle. */
export function isCounting(columns: Iterable<string>): boolean {
  for (const name of columns) if (counting.has(name)) return true
  return false
}
