import { z } from 'zod'
import { line } from '../../platform/fields.ts'
import { id, moment, reckonedDay } from '../../platform/time.ts'
import { automaticAheadLimit, automaticGapLimit, automaticLengthLimit } from './rules.ts'

/** Settings for creating consecutive cycles automatically. */
export const automaticCycles = z.object({
  /** Each cycle is named with this text and a number. */
  name: line(200).min(1, 'A name is required.'),
  /** Length of a cycle in days. */
  length: z.int().min(1).max(automaticLengthLimit),
  /** Days between two cycles. */
  gap: z.int().min(0).max(automaticGapLimit),
  /** The number of upcoming cycles to maintain, including manually created ones. */
  ahead: z.int().min(1).max(automaticAheadLimit),
  /** If true, unfinished items of an ended cycle move to the current cycle. */
  rolls_over: z.boolean(),
  /** First day of the first cycle, if no cycle has started before. */
  starts_on: reckonedDay,
})
export type AutomaticCycles = z.infer<typeof automaticCycles>

export const automaticCyclesRow = automaticCycles.extend({
  /** When and by whom this was enabled. Earlier cycles are not changed. Automatic actions are attributed to this user. */
  since: moment,
  set_by: id,
})
export type AutomaticCyclesRow = z.infer<typeof automaticCyclesRow>
