import type { ProjectContext } from '../../platform/context/context.ts'
import { event } from '../../platform/db/events.ts'
import type { Label } from './entity.ts'

/** A label is about to go. What carries it besides items is locked now, after the items and before the label. */
export const lockingCarriers = event<{ ctx: ProjectContext; label_id: string }>('labels.locking-carriers')

/** A label goes, or becomes the label `into`: what carries it loses it, or gets the other one, and is noted with the label. */
export const labelLeaving = event<{ ctx: ProjectContext; label: Label; into: string | null }>(
  'labels.leaving',
)

/** A label comes back to what carried it. */
export const labelReturning = event<{ ctx: ProjectContext; label: Label }>('labels.returning')
