import { dashboardCalls } from '#common/planning/dashboards/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import {
  arrangeDashboard,
  createDashboard,
  createWidget,
  deleteDashboard,
  deleteWidget,
  duplicateDashboard,
  restoreDashboard,
  updateDashboard,
  updateWidget,
} from './commands.ts'
import { getDashboard, listDashboards } from './queries.ts'

export const dashboardsFeature = defineFeature(dashboardCalls, {
  listDashboards: (ctx) => listDashboards(ctx),
  createDashboard: (ctx, { body }) => createDashboard(ctx, body),
  getDashboard: (ctx, { params }) => getDashboard(ctx, params.dashboard_id),
  updateDashboard: (ctx, { params, body }) => updateDashboard(ctx, params.dashboard_id, body),
  arrangeDashboard: (ctx, { params, body }) => arrangeDashboard(ctx, params.dashboard_id, body),
  duplicateDashboard: (ctx, { params, body }) => duplicateDashboard(ctx, params.dashboard_id, body),
  deleteDashboard: (ctx, { params }) => deleteDashboard(ctx, params.dashboard_id),
  restoreDashboard: (ctx, { params }) => restoreDashboard(ctx, params.dashboard_id),
  createWidget: (ctx, { params, body }) => createWidget(ctx, params.dashboard_id, body),
  updateWidget: (ctx, { params, body }) => updateWidget(ctx, params.dashboard_id, params.widget_id, body),
  deleteWidget: (ctx, { params }) => deleteWidget(ctx, params.dashboard_id, params.widget_id),
})
