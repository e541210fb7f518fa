import { z } from 'zod'
import { emptyAsNull } from '../../platform/fields.ts'
import { day, id, isoTimestamp } from '../../platform/time.ts'
import {
  cycleOrModuleChange,
  cycleOrModuleNameField,
  cycleOrModuleResponseFields,
  cycleOrModuleRow,
} from '../cycles-and-modules/schema.ts'
import { estimateTotals, itemCountsByState } from '../figures/schema.ts'
import { summableEstimateTypes } from '../figures/summable-estimate-types.ts'
import { cycleStatuses } from './rules.ts'

/**
 * The counts and sums of a cycle at the time when it ended or when its unfinished items were transferred. They
 * never change afterwards. The analytics of that time are stored separately, because lists do not need them.
 */
export const progressSnapshot = itemCountsByState.extend({
  ...estimateTotals.shape,
  assignee_ids: z.array(id),
  /** Unit of the estimates when the snapshot was created. Null if the estimates could not be added. */
  estimate_type: z.enum(summableEstimateTypes).nullable(),
})
export type ProgressSnapshot = z.infer<typeof progressSnapshot>

/** A range of days for which a team plans its work. Two cycles of a project never share a day. */
export const cycleRow = cycleOrModuleRow.extend({
  /**
   * Start of the first day, or the time of creation if that is later. For a draft, `start_date` and
   * `end_date` are null.
   */
  start_date: isoTimestamp.nullable(),
  /** End of the last day, or the time when a user ended the cycle. */
  end_date: isoTimestamp.nullable(),
  owned_by_id: id.nullable(),
  progress_snapshot: progressSnapshot.nullable(),
})
export type CycleRow = z.infer<typeof cycleRow>

export const cycleResponse = cycleRow.extend({
  ...cycleOrModuleResponseFields,
  status: z.enum(cycleStatuses),
  version: z.int(),
})
export type CycleResponse = z.infer<typeof cycleResponse>

/** A day in the time zone of the project. A timestamp is converted to its day in that time zone. */
export const dayOrTimestamp = z.union([day, isoTimestamp])

export const cycleChange = cycleOrModuleChange.extend({
  start_date: emptyAsNull(dayOrTimestamp).optional(),
  end_date: emptyAsNull(dayOrTimestamp).optional(),
})

export const newCycle = cycleChange.extend({ id: id.optional(), name: cycleOrModuleNameField })

/** Response of the call `progress/` for a cycle. */
export const cycleProgress = itemCountsByState.extend(estimateTotals.shape)
export type CycleProgress = z.infer<typeof cycleProgress>

/** One day of a cycle. Future days only have `ideal`. */
export const cycleBurndownDay = z.object({
  date: day,
  /**
   * Numbers of items in the cycle at the end of the day: all items, open items, and completed or cancelled
   * items.
   */
  scope: z.int().nullable(),
  pending: z.int().nullable(),
  closed: z.int().nullable(),
  /**
   * Ideal number of open items, which decreases evenly from all items on the first day to zero on the last
   * day.
   */
  ideal: z.number(),
})
export type CycleBurndownDay = z.infer<typeof cycleBurndownDay>
