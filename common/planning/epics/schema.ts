import { z } from 'zod'
import { emptyAsNull, multiLineText } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { updateStatuses } from '../../platform/update-statuses.ts'
import { moduleIdsField, workItemRow } from '../../work/work-items/schema.ts'
import { itemCountsByState } from '../figures/schema.ts'
import { maxEpicUpdateTextLength } from './rules.ts'

/** A status update on an epic. */
export const epicUpdateRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  epic_id: id,
  status: z.enum(updateStatuses),
  text: z.string(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
})
export type EpicUpdateRow = z.infer<typeof epicUpdateRow>

/** An epic with the counts of its sub-items and its newest update. */
export const epicWithProgress = workItemRow.extend({
  ...itemCountsByState.shape,
  update: epicUpdateRow.nullable(),
})
export type EpicWithProgress = z.infer<typeof epicWithProgress>

export const epicStatusUpdateChange = z.object({
  status: z.enum(updateStatuses).optional(),
  text: multiLineText(maxEpicUpdateTextLength).optional(),
})

export const newEpicUpdate = epicStatusUpdateChange.extend({
  id: id.optional(),
  status: z.enum(updateStatuses),
})

/**
 * The parent, cycle and modules that an item had before it became an epic. To undo the conversion, the client
 * sends them back.
 */
export const planningBeforeEpicConversion = z.object({
  parent_id: emptyAsNull(id).optional(),
  cycle_id: emptyAsNull(id).optional(),
  module_ids: moduleIdsField.optional(),
})
