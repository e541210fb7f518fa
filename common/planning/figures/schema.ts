import { z } from 'zod'
import { day, id } from '../../platform/time.ts'

const count = z.int().min(0)

/** The number of items by state group. */
export const itemCountsByState = z.object({
  total_issues: count,
  backlog_issues: count,
  unstarted_issues: count,
  started_issues: count,
  completed_issues: count,
  cancelled_issues: count,
})
export type ItemCountsByState = z.infer<typeof itemCountsByState>

const amount = z.number().min(0)

/**
 * Sums of estimates by state group, in points or minutes. The sums are zero if the values cannot be added.
 */
export const estimateTotals = z.object({
  total_estimate_points: amount,
  backlog_estimate_points: amount,
  unstarted_estimate_points: amount,
  started_estimate_points: amount,
  completed_estimate_points: amount,
  cancelled_estimate_points: amount,
})
export type EstimateTotals = z.infer<typeof estimateTotals>

/** Fields of an assignee. They are null in the entry for unassigned items. */
const person = {
  assignee_id: id.nullable(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
}
const label = {
  label_id: id.nullable(),
  label_name: z.string().nullable(),
  color: z.string().nullable(),
}

/** Numbers of items of one assignee or with one label: all, completed, and open. */
const share = { total_issues: count, completed_issues: count, pending_issues: count }
const pointShare = { total_estimates: amount, completed_estimates: amount, pending_estimates: amount }

/**
 * Numbers of items by day in the time zone of the project; null for future days. For an ended cycle, the days
 * no longer change, even if the time zone of the project changes.
 */
const byDay = z.record(day, count.nullable())

/**
 * Sums of estimates by day; null for future days, and for days on which the project used another unit of
 * estimates.
 */
const pointsByDay = z.record(day, amount.nullable())

/** The statistics of a cycle or module, as numbers of items. */
export const cycleOrModuleItemStats = z.object({
  assignees: z.array(z.object({ ...person, ...share })),
  labels: z.array(z.object({ ...label, ...share })),
  /** Number of open items at the end of each day. */
  completion_chart: byDay,
  /** Number of all items at the end of each day. */
  scope_chart: byDay,
})
export type CycleOrModuleItemStats = z.infer<typeof cycleOrModuleItemStats>

/** The statistics of a cycle or module, as sums of estimates. */
export const cycleOrModuleEstimateStats = z.object({
  assignees: z.array(z.object({ ...person, ...pointShare })),
  labels: z.array(z.object({ ...label, ...pointShare })),
  completion_chart: pointsByDay,
  scope_chart: pointsByDay,
})
export type CycleOrModuleEstimateStats = z.infer<typeof cycleOrModuleEstimateStats>
