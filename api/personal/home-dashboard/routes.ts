import { homeDashboardCalls } from '#common/personal/home-dashboard/calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { updateHomeWidget } from './commands.ts'
import { getHomeWidgetFigures } from './figures.ts'
import { findHomeDashboard, loadHomeDashboardContext } from './queries.ts'

export const homeDashboardFeature = defineFeature(homeDashboardCalls, {
  findHomeDashboard: (ctx) => findHomeDashboard(ctx),
  getHomeWidgetFigures: (ctx, { params, query }) =>
    getHomeWidgetFigures(ctx, params.home_dashboard_id, query),
  getHomeDashboard: async (ctx, { params }) =>
    findHomeDashboard(await loadHomeDashboardContext(ctx, params.home_dashboard_id)),
  updateHomeWidget: (ctx, { params, body }) =>
    updateHomeWidget(ctx, params.home_dashboard_id, params.home_widget_id, body),
})
