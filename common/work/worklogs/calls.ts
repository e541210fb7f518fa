import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { multiLineText } from '../../platform/fields.ts'
import { day, dayInSupportedYears, id, isoTimestamp } from '../../platform/time.ts'
import { maxLoggedMinutes, maxWorklogTextLength } from './rules.ts'
import {
  exportedWorklog,
  itemTotalTime,
  runningTimer,
  timerRow,
  timesheet,
  totalTimeByUser,
  worklogRow,
} from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}' as const
const logs = `${project}/issues/{id}/worklogs` as const
const one = `${logs}/{worklog_id}` as const
const timer = '/api/workspaces/{slug}/timer/' as const

const duration = z
  .int('Time must be in whole minutes.')
  .min(1, 'Time must be at least one minute.')
  .max(maxLoggedMinutes, 'Time can be at most one day.')
const description = multiLineText(maxWorklogTextLength)

/** Query of the export, which can be limited to a range of days, one project or one user. */
const exported = z.object({
  from: day.optional(),
  to: day.optional(),
  project: id.optional(),
  user: id.optional(),
})

/**
 * Calls for worklogs, which record how long users worked on items. Members can read worklogs, guests cannot.
 * The author and admins can change a worklog.
 */
export const worklogCalls = declareCalls('worklogs', {
  listWorklogs: {
    summary: 'List the time logged on a work item, newest day first',
    method: 'GET',
    path: `${logs}/`,
    who: { project: 'member' },
    answer: z.array(worklogRow),
  },
  createWorklog: {
    summary: 'Log time on a work item in minutes. The default date is today',
    method: 'POST',
    path: `${logs}/`,
    who: { project: 'member' },
    body: z.object({
      id: id.optional(),
      duration,
      date: day.optional(),
      description: description.optional(),
    }),
    status: 201,
    answer: worklogRow,
    fails: ['conflict'],
  },
  updateWorklog: {
    summary: 'Update logged time',
    method: 'PATCH',
    path: `${one}/`,
    who: { project: 'admin', orOwn: true },
    body: z.object({
      duration: duration.optional(),
      date: day.optional(),
      description: description.optional(),
    }),
    answer: worklogRow,
  },
  deleteWorklog: {
    summary: 'Delete logged time',
    method: 'DELETE',
    path: `${one}/`,
    who: { project: 'admin', orOwn: true },
  },
  restoreWorklog: {
    summary: 'Restore deleted time',
    method: 'POST',
    path: `${one}/restore/`,
    who: { project: 'admin', orOwn: true },
    answer: worklogRow,
  },
  listTotalWorklogs: {
    summary: 'List the total time logged on each work item of a project',
    method: 'GET',
    path: `${project}/total-worklogs/`,
    who: { project: 'member' },
    answer: z.array(itemTotalTime),
  },
  getCycleTime: {
    summary: 'Get the time logged on a cycle by user',
    method: 'GET',
    path: `${project}/cycles/{cycle_id}/total-worklogs/`,
    who: { project: 'member' },
    answer: totalTimeByUser,
  },
  getModuleTime: {
    summary: 'Get the time logged on a module by user',
    method: 'GET',
    path: `${project}/modules/{module_id}/total-worklogs/`,
    who: { project: 'member' },
    answer: totalTimeByUser,
  },
  startTimer: {
    summary: 'Start your timer on a work item. `switch` logs a running timer first',
    method: 'POST',
    path: `${project}/issues/{id}/timer/`,
    who: { project: 'member' },
    body: z.object({
      id: id.optional(),
      /**
       * An earlier start time, for a user who forgot to start the timer. It must be at most one day ago and
       * not in the future.
       */
      started_at: isoTimestamp.optional(),
      switch: z.boolean().optional(),
      /**
       * Id of a worklog of the caller to continue: its duration counts toward the timer, and the worklog is
       * deleted.
       */
      resumes: id.optional(),
    }),
    status: 201,
    answer: timerRow,
    fails: ['conflict'],
  },
  stopTimer: {
    summary: 'Stop your timer on a work item and log its time',
    method: 'POST',
    path: `${project}/issues/{id}/timer/stop/`,
    who: { project: 'member' },
    body: z.object({
      id: id.optional(),
      /** Duration in minutes. It replaces the time since the start of the timer. */
      duration: duration.optional(),
      description: description.optional(),
    }),
    answer: worklogRow,
  },
})

export const workspaceWorklogCalls = declareCalls('worklogs', {
  getTimer: {
    summary: 'Get your running timer and its work item',
    method: 'GET',
    path: timer,
    who: { workspace: 'guest' },
    answer: runningTimer,
  },
  discardTimer: {
    summary: 'Discard your running timer without logging time',
    method: 'DELETE',
    path: timer,
    who: { workspace: 'guest' },
  },
  getTimesheet: {
    summary: 'Get the timesheet of a user for a week. Default is your own',
    method: 'GET',
    path: '/api/workspaces/{slug}/timesheet/',
    who: { workspace: 'member' },
    query: z.object({
      /**
       * Any day of the requested week. If omitted, today is used. A setting of the caller defines the first
       * day of the week.
       */
      week: dayInSupportedYears.optional(),
      user: id.optional(),
    }),
    answer: timesheet,
  },
  exportWorklogs: {
    summary: 'List the logged time that you can read, with names',
    method: 'GET',
    path: '/api/workspaces/{slug}/worklogs/',
    who: { workspace: 'member' },
    query: exported,
    answer: z.array(exportedWorklog),
  },
  exportWorklogFile: {
    summary: 'Export the logged time that you can read as CSV',
    method: 'GET',
    path: '/api/workspaces/{slug}/worklogs.csv/',
    who: { workspace: 'member' },
    query: exported,
  },
})
