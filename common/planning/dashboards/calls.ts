import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import {
  addedWidget,
  dashboardChange,
  dashboardLayout,
  dashboardRow,
  dashboardSummary,
  newDashboard,
  widgetChange,
} from './schema.ts'

const all = '/api/workspaces/{slug}/dashboards/'
const one = `${all}{dashboard_id}/` as const
const widgets = `${one}widgets/` as const

/**
 * Calls for dashboards of a workspace. A private dashboard is treated as not found for everybody except its
 * owner.
 */
export const dashboardCalls = declareCalls('dashboards', {
  listDashboards: {
    summary:
      'List the dashboards that you can see in their manual order, without their widgets. Guests see none',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    answer: z.array(dashboardSummary),
  },
  createDashboard: {
    summary: 'Create a dashboard',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    body: newDashboard,
    status: 201,
    answer: dashboardRow,
  },
  getDashboard: {
    summary: 'Get a dashboard with its widgets',
    method: 'GET',
    path: one,
    who: { workspace: 'member' },
    answer: dashboardRow,
  },
  updateDashboard: {
    summary: 'Update a dashboard. Only its owner can change the access',
    method: 'PATCH',
    path: one,
    who: { workspace: 'admin', orOwn: true },
    body: dashboardChange,
    answer: dashboardRow,
  },
  arrangeDashboard: {
    summary: 'Change the order and sizes of the widgets of a dashboard',
    method: 'PUT',
    path: `${one}layout/`,
    who: { workspace: 'admin', orOwn: true },
    body: dashboardLayout,
    answer: dashboardRow,
  },
  duplicateDashboard: {
    summary: 'Duplicate a dashboard. The copy is private',
    method: 'POST',
    path: `${one}duplicate/`,
    who: { workspace: 'member' },
    body: z.object({ id: dashboardRow.shape.id.optional() }),
    status: 201,
    answer: dashboardRow,
  },
  deleteDashboard: {
    summary: 'Delete a dashboard. It can be restored for 30 days',
    method: 'DELETE',
    path: one,
    who: { workspace: 'admin', orOwn: true },
  },
  restoreDashboard: {
    summary: 'Restore a deleted dashboard',
    method: 'POST',
    path: `${one}restore/`,
    who: { workspace: 'admin', orOwn: true },
    status: 200,
    answer: dashboardRow,
  },
  createWidget: {
    summary: 'Add a widget to a dashboard',
    method: 'POST',
    path: widgets,
    who: { workspace: 'admin', orOwn: true },
    body: addedWidget,
    status: 201,
    answer: dashboardRow,
  },
  updateWidget: {
    summary: 'Update a widget of a dashboard',
    method: 'PATCH',
    path: `${widgets}{widget_id}/`,
    who: { workspace: 'admin', orOwn: true },
    body: widgetChange,
    answer: dashboardRow,
  },
  deleteWidget: {
    summary: 'Remove a widget from a dashboard',
    method: 'DELETE',
    path: `${widgets}{widget_id}/`,
    who: { workspace: 'admin', orOwn: true },
    status: 200,
    answer: dashboardRow,
  },
})
