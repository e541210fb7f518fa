import { worklogCalls, workspaceWorklogCalls } from '#common/work/worklogs/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { createWorklog, deleteWorklog, restoreWorklog, updateWorklog } from './commands.ts'
import { exportWorklogFile, exportWorklogs } from './export.ts'
import { getCycleTime, getModuleTime, getTimesheet, listTotalWorklogs, listWorklogs } from './queries.ts'
import { discardTimer, getTimer, startTimer, stopTimer } from './timer.ts'

export const worklogsFeature = defineFeature(worklogCalls, {
  listWorklogs: (ctx, { params }) => listWorklogs(ctx, params.id),
  createWorklog: (ctx, { params, body }) => createWorklog(ctx, params.id, body),
  updateWorklog: (ctx, { params, body }) => updateWorklog(ctx, params.id, params.worklog_id, body),
  deleteWorklog: (ctx, { params }) => deleteWorklog(ctx, params.id, params.worklog_id),
  restoreWorklog: (ctx, { params }) => restoreWorklog(ctx, params.id, params.worklog_id),
  listTotalWorklogs: (ctx) => listTotalWorklogs(ctx),
  getCycleTime: (ctx, { params }) => getCycleTime(ctx, params.cycle_id),
  getModuleTime: (ctx, { params }) => getModuleTime(ctx, params.module_id),
  startTimer: (ctx, { params, body }) => startTimer(ctx, params.id, body),
  stopTimer: (ctx, { params, body }) => stopTimer(ctx, params.id, body),
})

export const workspaceWorklogsFeature = defineFeature(workspaceWorklogCalls, {
  getTimer: (ctx) => getTimer(ctx),
  discardTimer: (ctx) => discardTimer(ctx),
  getTimesheet: (ctx, { query }) => getTimesheet(ctx, query),
  exportWorklogs: (ctx, { query }) => exportWorklogs(ctx, query),
  exportWorklogFile: (ctx, { query }) => exportWorklogFile(ctx, query),
})
