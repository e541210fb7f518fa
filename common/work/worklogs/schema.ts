import { z } from 'zod'
import { day, id, moment } from '../../platform/time.ts'
import { workItemRow } from '../work-items/schema.ts'

/** How long somebody worked on an item on a day. */
export const worklogRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  /** Who worked. */
  logged_by: id,
  /** In the time zone of the project, or whatever day its author says. */
  date: day,
  /** Minutes. */
  duration: z.int(),
  description: z.string(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type WorklogRow = z.infer<typeof worklogRow>

/** A person's running timer. Nobody else hears of it. */
export const timerRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  issue_id: id,
  user_id: id,
  started_at: moment,
})
export type TimerRow = z.infer<typeof timerRow>

/** With the item that it runs on, null where the person has no access to it any more or it is in the trash. */
export const runningTimer = z.object({ timer: timerRow.nullable(), issue: workItemRow.nullable() })
export type RunningTimer = z.infer<typeof runningTimer>

const minutes = z.int()

/** What one work item comes to. */
export const itemTime = z.object({ issue_id: id, duration: minutes })
export type ItemTime = z.infer<typeof itemTime>

/** What the items of a cycle or a module come to, and who has worked how long on them, the longest first. */
export const timeFigures = z.object({
  duration: minutes,
  people: z.array(z.object({ user_id: id, duration: minutes })),
})
export type TimeFigures = z.infer<typeof timeFigures>

export const timesheet = z.object({
  user_id: id,
  start_date: day,
  end_date: day,
  worklogs: z.array(worklogRow),
  /** Those that were worked on. */
  issues: z.array(workItemRow),
})
export type Timesheet = z.infer<typeof timesheet>

/** A log with what its ids are called, as it is exported. */
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
