import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { prose } from '../../platform/fields.ts'
import { day, id, moment, reckonedDay } from '../../platform/time.ts'
import { durationLimit, worklogTextLength } from './rules.ts'
import {
  exportedWorklog,
  itemTime,
  runningTimer,
  timeFigures,
  timerRow,
  timesheet,
  worklogRow,
} from './schema.ts'

const project = '/api/workspaces/{slug}/projects/{project_id}' as const
const logs = `${project}/issues/{id}/worklogs` as const
const one = `${logs}/{worklog_id}` as const
const timer = '/api/workspaces/{slug}/timer/' as const

const duration = z
  .int('Time must be in whole minutes.')
  .min(1, 'Time must be at least one minute.')
  .max(durationLimit, 'Time can be at most one day.')
const description = prose(worklogTextLength)

/** Limits the export to these days, this project or this person. */
const exported = z.object({
  from: day.optional(),
  to: day.optional(),
  project: id.optional(),
  user: id.optional(),
})

/** Worklogs record how long people worked. Members can read them, guests cannot. The author and admins can change them. */
export const worklogCalls = declareCalls('worklogs', {
  listWorklogs: {
    summary: 'Time logged on a work item, the newest day first',
    method: 'GET',
    path: `${logs}/`,
    who: { project: 'member' },
    answer: z.array(worklogRow),
  },
  createWorklog: {
    summary:
      'Log time on a work item, in minutes; without a date it is today in the time zone of the project',
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
    summary: 'Change logged time',
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
    summary: 'Bring deleted time back',
    method: 'POST',
    path: `${one}/restore/`,
    who: { project: 'admin', orOwn: true },
    answer: worklogRow,
  },
  listTotalWorklogs: {
    summary: 'How much time is logged on each work item of a project that has any',
    method: 'GET',
    path: `${project}/total-worklogs/`,
    who: { project: 'member' },
    answer: z.array(itemTime),
  },
  getCycleTime: {
    summary: 'How much time is logged on the work items of a cycle, by person',
    method: 'GET',
    path: `${project}/cycles/{cycle_id}/total-worklogs/`,
    who: { project: 'member' },
    answer: timeFigures,
  },
  getModuleTime: {
    summary: 'How much time is logged on the work items of a module, by person',
    method: 'GET',
    path: `${project}/modules/{module_id}/total-worklogs/`,
    who: { project: 'member' },
    answer: timeFigures,
  },
  startTimer: {
    summary:
      'Start the timer of the caller on a work item, who has one; `switch` logs what another item has until now. Where it runs already it goes on',
    method: 'POST',
    path: `${project}/issues/{id}/timer/`,
    who: { project: 'member' },
    body: z.object({
      id: id.optional(),
      /** An earlier start, if the user forgot to start the timer. At most one day ago and not in the future. */
      started_at: moment.optional(),
      switch: z.boolean().optional(),
      /** A worklog of the caller that the timer continues. It is deleted. */
      resumes: id.optional(),
    }),
    status: 201,
    answer: timerRow,
    fails: ['conflict'],
  },
  stopTimer: {
    summary:
      'Stop the timer that the caller has running on a work item, and log its time on the day it was started',
    method: 'POST',
    path: `${project}/issues/{id}/timer/stop/`,
    who: { project: 'member' },
    body: z.object({
      id: id.optional(),
      /** Overrides the time since the start, in minutes. */
      duration: duration.optional(),
      description: description.optional(),
    }),
    answer: worklogRow,
  },
})

export const workspaceWorklogCalls = declareCalls('worklogs', {
  getTimer: {
    summary: 'The running timer of the caller, and the work item that it runs on',
    method: 'GET',
    path: timer,
    who: { workspace: 'guest' },
    answer: runningTimer,
  },
  discardTimer: {
    summary: 'End the timer of the caller and log nothing',
    method: 'DELETE',
    path: timer,
    who: { workspace: 'guest' },
  },
  getTimesheet: {
    summary:
      'What a person, or else the caller, worked on in a week, in projects whose time the caller reads',
    method: 'GET',
    path: '/api/workspaces/{slug}/timesheet/',
    who: { workspace: 'member' },
    query: z.object({
      /** Any day of the week; today if omitted. The first day of the week is a setting of the caller. */
      week: reckonedDay.optional(),
      user: id.optional(),
    }),
    answer: timesheet,
  },
  exportWorklogs: {
    summary: 'Time as rows with names, in projects whose time the caller reads',
    method: 'GET',
    path: '/api/workspaces/{slug}/worklogs/',
    who: { workspace: 'member' },
    query: exported,
    answer: z.array(exportedWorklog),
  },
  exportWorklogFile: {
    summary: 'The same as a file of comma-separated values',
    method: 'GET',
    path: '/api/workspaces/{slug}/worklogs.csv/',
    who: { workspace: 'member' },
    query: exported,
  },
})
