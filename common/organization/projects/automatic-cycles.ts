import { z } from 'zod'
import { singleLineText } from '../../platform/fields.ts'
import { dayInSupportedYears, id, isoTimestamp } from '../../platform/time.ts'
import { maxAutomaticCycleDays, maxDaysBetweenAutomaticCycles, maxUpcomingAutomaticCycles } from './rules.ts'

/** Settings for creating consecutive cycles automatically. */
export const automaticCycles = z.object({
  /** Name of each cycle, followed by a number. */
  name: singleLineText(200).min(1, 'A name is required.'),
  /** Length of a cycle in days. */
  length: z.int().min(1).max(maxAutomaticCycleDays),
  /** Days between two cycles. */
  gap: z.int().min(0).max(maxDaysBetweenAutomaticCycles),
  /** Number of upcoming cycles to maintain, including manually created cycles. */
  ahead: z.int().min(1).max(maxUpcomingAutomaticCycles),
  /**
   * If true, unfinished items of a cycle that ends move to the current cycle, or to the next cycle if none is
   * current.
   */
  rolls_over: z.boolean(),
  /** First day of the first cycle. Only used if the project has had no cycle before. */
  starts_on: dayInSupportedYears,
})
export type AutomaticCycles = z.infer<typeof automaticCycles>

export const automaticCyclesRow = automaticCycles.extend({
  /**
   * Time at which automatic cycles were enabled, and the user who enabled them. Cycles that ended before this
   * time are not changed automatically. The histories of work items show this user as the author of automatic
   * changes.
   */
  since: isoTimestamp,
  set_by: id,
})
export type AutomaticCyclesRow = z.infer<typeof automaticCyclesRow>
