import type { ProjectContext } from '../../platform/context/context.ts'
import { event } from '../../platform/db/events.ts'
import type { Label } from './entity.ts'

/** Emitted before a label is deleted, after its items were locked. Listeners lock everything else that has the label. */
export const lockingLabeledRows = event<{ ctx: ProjectContext; label_id: string }>('labels.locking-carriers')

/**
 * Emitted when a label is deleted or merged into `into`. Listeners update everything else that has the label and record it in the
 * label row.
 */
export const labelRemoved = event<{ ctx: ProjectContext; label: Label; into: string | null }>(
  'labels.leaving',
)

/** Emitted when a label is restored. Listeners add it again to what had it. */
export const labelRestored = event<{ ctx: ProjectContext; label: Label }>('labels.returning')
