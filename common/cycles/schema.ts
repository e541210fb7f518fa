import { z } from 'zod'
import { line, orNone, position, prose } from '../fields.ts'
import { logoProps } from '../projects/schema.ts'
import { day, id, moment } from '../time.ts'
import { cycleNameLength, cycleStatuses } from './rules.ts'

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

/** Items of one person, or with one label, how many of them are done, and how many are neither done nor cancelled. */
const share = { total_issues: count, completed_issues: count, pending_issues: count }

/** In a list, the items that have none stand under null. */
export const assigneeShare = z.object({
  assignee_id: id.nullable(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  ...share,
})
export const labelShare = z.object({
  label_id: id.nullable(),
  label_name: z.string().nullable(),
  color: z.string().nullable(),
  ...share,
})

/** By day of the cycle, in the time zone of its project; null of days to come. A cycle that is over keeps the days that it had. */
const byDay = z.record(day, count.nullable())

/** What a cycle comes to, in items. */
export const cycleFigures = z.object({
  assignees: z.array(assigneeShare),
  labels: z.array(labelShare),
  /** How many are left at the end of each day: neither done nor cancelled. */
  completion_chart: byDay,
  /** How many are in it at the end of each day. */
  scope_chart: byDay,
})
export type CycleFigures = z.infer<typeof cycleFigures>

/**
 * What it came to when it ended, or when what was left of it went to another; nothing changes it any more. Its analytics are those of then,
 * too, and are not told with every cycle of a list.
 */
export const progressSnapshot = itemCounts.extend({ assignee_ids: z.array(id) })
export type ProgressSnapshot = z.infer<typeof progressSnapshot>

/** A span of days that a team plans work for. Of one project, no two share a day. */
export const cycleRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  name: z.string(),
  description: z.string(),
  /** The first moment of its first day, or the moment at which it was made when that was later; null of a draft, and then both. */
  start_date: moment.nullable(),
  /** The last minute of its last day. */
  end_date: moment.nullable(),
  owned_by_id: id.nullable(),
  logo_props: logoProps,
  sort_order: z.number(),
  progress_snapshot: progressSnapshot.nullable(),
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type CycleRow = z.infer<typeof cycleRow>

/** With its figures, and its place's ids again under the names that clients of the reference product read. */
export const cycleAnswer = cycleRow.extend({
  workspace: id,
  project: id,
  status: z.enum(cycleStatuses),
  /** Those who have an item in it. */
  assignee_ids: z.array(id),
  ...itemCounts.shape,
  is_favorite: z.boolean(),
  version: z.int(),
})
export type CycleAnswer = z.infer<typeof cycleAnswer>

/** A day in the time zone of the project; of a moment it is the day that it falls on there. */
export const sentDay = z.union([day, moment])

const name = line(cycleNameLength).min(1, 'A name is required.')

export const cycleChange = z.object({
  name: name.optional(),
  description: prose(10_000).optional(),
  start_date: orNone(sentDay).optional(),
  end_date: orNone(sentDay).optional(),
  logo_props: logoProps.optional(),
  sort_order: position.optional(),
})

export const newCycle = cycleChange.extend({ id: id.optional(), name })

/** As `progress/` says it; points are 0 until there are estimates. */
export const cycleProgress = itemCounts.extend({
  total_estimate_points: z.number(),
  backlog_estimate_points: z.number(),
  unstarted_estimate_points: z.number(),
  started_estimate_points: z.number(),
  completed_estimate_points: z.number(),
  cancelled_estimate_points: z.number(),
})
export type CycleProgress = z.infer<typeof cycleProgress>
