import { z } from 'zod'
import { day, id } from '../../platform/time.ts'

const count = z.int().min(0)

/** How many items there are, by what their state stands for. */
export const itemCounts = z.object({
  total_issues: count,
  backlog_issues: count,
  unstarted_issues: count,
  started_issues: count,
  completed_issues: count,
  cancelled_issues: count,
})
export type ItemCounts = z.infer<typeof itemCounts>

const amount = z.number().min(0)

/** What their estimates come to: points, or minutes; 0 where there is nothing to sum. */
export const pointCounts = z.object({
  total_estimate_points: amount,
  backlog_estimate_points: amount,
  unstarted_estimate_points: amount,
  started_estimate_points: amount,
  completed_estimate_points: amount,
  cancelled_estimate_points: amount,
})
export type PointCounts = z.infer<typeof pointCounts>

/** In a list, the items that have none stand under null. */
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

/** Items of one person, or with one label, how many of them are done, and how many are neither done nor cancelled. */
const share = { total_issues: count, completed_issues: count, pending_issues: count }
const pointShare = { total_estimates: amount, completed_estimates: amount, pending_estimates: amount }

/** By day, in the time zone of the project; null of days to come. What is over keeps the days that it had. */
const byDay = z.record(day, count.nullable())

/** Null of the days before the project's estimates were of the kind that they are of now, too. */
const pointsByDay = z.record(day, amount.nullable())

/** What a cycle or a module comes to, in items. */
export const planFigures = z.object({
  assignees: z.array(z.object({ ...person, ...share })),
  labels: z.array(z.object({ ...label, ...share })),
  /** How many are left at the end of each day: neither done nor cancelled. */
  completion_chart: byDay,
  /** How many are in it at the end of each day. */
  scope_chart: byDay,
})
export type PlanFigures = z.infer<typeof planFigures>

/** The same in what the items are estimated at. */
export const pointFigures = z.object({
  assignees: z.array(z.object({ ...person, ...pointShare })),
  labels: z.array(z.object({ ...label, ...pointShare })),
  completion_chart: pointsByDay,
  scope_chart: pointsByDay,
})
export type PointFigures = z.infer<typeof pointFigures>
