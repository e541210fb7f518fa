import { z } from 'zod'
import { line } from '../../platform/fields.ts'
import { id, moment, reckonedDay } from '../../platform/time.ts'
import { automaticAheadLimit, automaticGapLimit, automaticLengthLimit } from './rules.ts'

/** How a project makes its cycles by itself, one after the other. */
export const automaticCycles = z.object({
  /** Each is called this and a number. */
  name: line(200).min(1, 'A name is required.'),
  /** Days of a cycle. */
  length: z.int().min(1).max(automaticLengthLimit),
  /** Days without a cycle between two. */
  gap: z.int().min(0).max(automaticGapLimit),
  /** How many are to come at any time, those included that people made. */
  ahead: z.int().min(1).max(automaticAheadLimit),
  /** What is not done when a cycle ends goes to the one that runs next. */
  rolls_over: z.boolean(),
  /** First day of the first one, where no cycle has begun before. */
  starts_on: reckonedDay,
})
export type AutomaticCycles = z.infer<typeof automaticCycles>

export const automaticCyclesRow = automaticCycles.extend({
  /** Since when, and by whose wish: what ended before stays as it was, and what happens by itself is told of this person. */
  since: moment,
  set_by: id,
})
export type AutomaticCyclesRow = z.infer<typeof automaticCyclesRow>
