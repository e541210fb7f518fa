import { z } from 'zod'
import { orNone } from '../../platform/fields.ts'
import { day, id, moment } from '../../platform/time.ts'
import { itemCounts, pointCounts } from '../figures/schema.ts'
import { summedTypes } from '../figures/summed.ts'
import { planAnswerFields, planChange, planName, planRow } from '../plans/schema.ts'
import { cycleStatuses } from './rules.ts'

/**
 * What it came to when it ended, or when what was left of it went to another; nothing changes it any more. Its analytics are those of then,
 * too, and are not told with every cycle of a list.
 */
export const progressSnapshot = itemCounts.extend({
  ...pointCounts.shape,
  assignee_ids: z.array(id),
  /** Of its points then, whatever the project measures its items in now; null where they came to no sum. */
  estimate_type: z.enum(summedTypes).nullable(),
})
export type ProgressSnapshot = z.infer<typeof progressSnapshot>

/** A span of days that a team plans work for. Of one project, no two share a day. */
export const cycleRow = planRow.extend({
  /** The first moment of its first day, or the moment at which it was made when that was later; null of a draft, and then both. */
  start_date: moment.nullable(),
  /** The last moment of its last day, or the moment at which somebody ended it. */
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

/** A day in the time zone of the project; of a moment it is the day that it falls on there. */
export const sentDay = z.union([day, moment])

export const cycleChange = planChange.extend({
  start_date: orNone(sentDay).optional(),
  end_date: orNone(sentDay).optional(),
})

export const newCycle = cycleChange.extend({ id: id.optional(), name: planName })

/** As `progress/` says it. */
export const cycleProgress = itemCounts.extend(pointCounts.shape)
export type CycleProgress = z.infer<typeof cycleProgress>

/** One day of a cycle; of days to come only the even pace is known. */
export const cycleDay = z.object({
  date: day,
  /** How many items are in it at the end of the day, how many of them are left, and how many are done or given up. */
  scope: z.int().nullable(),
  pending: z.int().nullable(),
  closed: z.int().nullable(),
  /** What would be left at an even pace from all of the newest scope on the first day to nothing on the last. */
  ideal: z.number(),
})
export type CycleDay = z.infer<typeof cycleDay>
