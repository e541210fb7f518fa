import { analyticsCalls } from '#common/planning/analytics/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { getProjectChart, getWorkspaceChart } from './charts.ts'
import { listProjectAssigneeStats, listWorkspaceStats } from './stats.ts'
import { getProjectTotals, getWorkspaceTotals } from './totals.ts'

export const analyticsFeature = defineFeature(analyticsCalls, {
  getWorkspaceTotals: (ctx, { query }) => getWorkspaceTotals(ctx, query),
  listWorkspaceStats: (ctx, { query }) => listWorkspaceStats(ctx, query),
  getWorkspaceChart: (ctx, { query }) => getWorkspaceChart(ctx, query),
  getProjectTotals: (ctx, { query }) => getProjectTotals(ctx, query),
  listProjectAssigneeStats: (ctx, { query }) => listProjectAssigneeStats(ctx, query),
  getProjectChart: (ctx, { query }) => getProjectChart(ctx, query),
})
