import type { ProjectContext } from '../../platform/context/context.ts'
import { defineEvent } from '../../platform/db/events.ts'
import type { Label } from './entity.ts'

/**
 * Emitted before a label is deleted, after its items were locked. Listeners lock the rows of other tables that have
 * the label, such as pages.
 */
export const labelRemoving = defineEvent<{ ctx: ProjectContext; label_id: string }>('labels.locking-carriers')

/**
 * Emitted when a label is deleted or merged into `into`. Listeners update the rows of other tables that have the
 * label, such as pages, and record the ids of these rows in the label's row.
 */
export const labelRemoved = defineEvent<{ ctx: ProjectContext; label: Label; into: string | null }>(
  'labels.leaving',
)

/** Emitted when a label is restored. Listeners add the label again to the rows that had it. */
export const labelRestored = defineEvent<{ ctx: ProjectContext; label: Label }>('labels.returning')
