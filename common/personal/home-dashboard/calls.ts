import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { homeWidgetKeys, homeWidgetTabs } from './rules.ts'
import { homeDashboard, homeWidget, homeWidgetStats, widgetFilters } from './schema.ts'

const inWorkspace = '/api/workspaces/{slug}/dashboard/'
const one = '/api/dashboard/{home_dashboard_id}/'

/** Calls for the home dashboard of Plane. Tandem's own client shows the home screen instead. */
export const homeDashboardCalls = declareCalls('home', {
  findHomeDashboard: {
    summary: 'Get your home dashboard in a workspace',
    method: 'GET',
    path: inWorkspace,
    who: { workspace: 'guest' },
    query: z.object({
      dashboard_type: z.literal('home', 'There is no such type of dashboard.').default('home'),
    }),
    answer: homeDashboard,
  },
  getHomeWidgetFigures: {
    summary: 'Get the figures of one widget, or the whole dashboard without a widget key',
    method: 'GET',
    path: `${inWorkspace}{home_dashboard_id}/`,
    who: { workspace: 'guest' },
    query: z.object({
      widget_key: z.enum(homeWidgetKeys, 'Widget not found').optional(),
      ...widgetFilters.pick({ duration: true }).partial().shape,
      /**
       * The tab whose work items are counted or listed. By default, the tab that the user has stored for this
       * widget.
       */
      issue_type: z.enum(homeWidgetTabs).optional(),
    }),
    answer: z.union([homeDashboard, homeWidgetStats]),
  },
  getHomeDashboard: {
    summary: 'Get your home dashboard',
    method: 'GET',
    path: one,
    who: 'signed-in',
    answer: homeDashboard,
  },
  updateHomeWidget: {
    summary: 'Change the filters or the visibility of a widget',
    method: 'PATCH',
    path: `${one}widgets/{home_widget_id}/`,
    who: 'signed-in',
    body: z.object({
      filters: widgetFilters.partial().optional(),
      is_visible: z.boolean().optional(),
    }),
    answer: homeWidget,
  },
})
