import { z } from 'zod'
import { day, id, isoTimestamp } from '../../platform/time.ts'
import { workItemRow } from '../work-items/schema.ts'

/** The time that a user worked on an item on one day. */
export const worklogRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  /** User who worked. */
  logged_by: id,
  /**
   * Day of the work. By default, it is today in the time zone of the project; the author may choose another
   * day.
   */
  date: day,
  /** Duration in minutes. */
  duration: z.int(),
  description: z.string(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type WorklogRow = z.infer<typeof worklogRow>

/** The running timer of a user. Only this user receives it. */
export const timerRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  user_id: id,
  started_at: isoTimestamp,
})
export type TimerRow = z.infer<typeof timerRow>

/**
 * The caller's timer with its item. `issue` is null if the item is deleted or the user has lost access to it.
 */
export const runningTimer = z.object({ timer: timerRow.nullable(), issue: workItemRow.nullable() })
export type RunningTimer = z.infer<typeof runningTimer>

const minutes = z.int()

/** The total time of one work item. */
export const itemTotalTime = z.object({ issue_id: id, duration: minutes })
export type ItemTotalTime = z.infer<typeof itemTotalTime>

/** Total time of the items of a cycle or module, and the time of each user, longest first. */
export const totalTimeByUser = z.object({
  duration: minutes,
  people: z.array(z.object({ user_id: id, duration: minutes })),
})
export type TotalTimeByUser = z.infer<typeof totalTimeByUser>

export const timesheet = z.object({
  user_id: id,
  start_date: day,
  end_date: day,
  worklogs: z.array(worklogRow),
  /** The items to which the worklogs of the timesheet belong. */
  issues: z.array(workItemRow),
})
export type Timesheet = z.infer<typeof timesheet>

/** An exported worklog, with names instead of ids. */
export const exportedWorklog = z.object({
  date: day,
  project: z.string(),
  work_item: z.string(),
  title: z.string(),
  person: z.string(),
  minutes,
  description: z.string(),
})
export type ExportedWorklog = z.infer<typeof exportedWorklog>
