import { z } from 'zod'
import { emptyAsNull } from '../../platform/fields.ts'
import { day, id, moment } from '../../platform/time.ts'
import { itemCounts, pointCounts } from '../figures/schema.ts'
import { summedTypes } from '../figures/summed.ts'
import { planAnswerFields, planChange, planName, planRow } from '../plans/schema.ts'
import { cycleStatuses } from './rules.ts'

/**
 * The figures of a cycle when it ended or when its unfinished items were transferred. They never change afterwards. The
 * analytics of that time are stored separately, because lists do not need them.
 */
export const progressSnapshot = itemCounts.extend({
  ...pointCounts.shape,
  assignee_ids: z.array(id),
  /** The unit of the points at that time, or null if they could not be added. */
  estimate_type: z.enum(summedTypes).nullable(),
})
export type ProgressSnapshot = z.infer<typeof progressSnapshot>

/** A range of days for which a team plans its work. Two cycles of a project never share a day. */
export const cycleRow = planRow.extend({
  /**
   * The start of the first day, or the time of creation if that is later. Null for a draft; then `end_date` is null
   * too.
   */
  start_date: moment.nullable(),
  /** The end of the last day, or the time when somebody ended the cycle. */
  end_date: moment.nullable(),
  owned_by_id: id.nullable(),
  progress_snapshot: progressSnapshot.nullable(),
})
export type CycleRow = z.infer<typeof cycleRow>

export const cycleAnswer = cycleRow.extend({
  ...planAnswerFields,
  status: z.enum(cycleStatuses),
  version: z.int(),
})
export type CycleAnswer = z.infer<typeof cycleAnswer>

/** A day in the time zone of the project. A moment is converted to the day on which it falls there. */
export const sentDay = z.union([day, moment])

export const cycleChange = planChange.extend({
  start_date: emptyAsNull(sentDay).optional(),
  end_date: emptyAsNull(sentDay).optional(),
})

export const newCycle = cycleChange.extend({ id: id.optional(), name: planName })

/** The answer of `progress/`. */
export const cycleProgress = itemCounts.extend(pointCounts.shape)
export type CycleProgress = z.infer<typeof cycleProgress>

/** One day of a cycle. Future days only have `ideal`. */
export const cycleDay = z.object({
  date: day,
  /** The number of items in the cycle at the end of the day, of open items, and of completed or cancelled items. */
  scope: z.int().nullable(),
  pending: z.int().nullable(),
  closed: z.int().nullable(),
  /** The number of open items at an even pace, from the full scope on the first day to zero on the last day. */
  ideal: z.number(),
})
export type CycleDay = z.infer<typeof cycleDay>
