import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import type { ChartAxisName } from '../analytics/axes.ts'

export const maxDashboardNameLength = 255
/**
 * Maximum number of dashboards. It suffices for every project of a large workspace; a longer list would be
 * hard to read.
 */
export const dashboardsLimit = 200
/** Maximum number of widgets on a dashboard, because every widget loads its data when the dashboard opens. */
export const widgetsLimit = 30
export const maxWidgetTitleLength = 255
export const maxWidgetTextLength = 5000
/** The grid of a dashboard has 12 columns, so that 2, 3 and 4 widgets of equal width fit in a row. */
export const gridColumns = 12
/** Minimum width of a widget in columns. A narrower widget could not show a number with its title. */
export const minWidgetWidth = 2
export const maxWidgetHeight = 8

export const widgetKinds = [
  'number',
  'trend',
  'bars',
  'stacked_bars',
  'lines',
  'pie',
  'table',
  'created_completed',
  'burndown',
  'cumulative_flow',
  'cycle_time',
  'load',
  'overdue',
  'recent_updates',
  'text',
] as const

/** The dates of work items to which the date range of a widget can apply. */
export const widgetDateFields = ['created_at', 'completed_at', 'target_date'] as const
export type WidgetDateField = (typeof widgetDateFields)[number]

/** Maps each date to the axis by which charts group work items by this date. */
export const axisOfDateField = {
  created_at: 'CREATED_AT',
  completed_at: 'COMPLETED_AT',
  target_date: 'TARGET_DATE',
} as const satisfies Record<WidgetDateField, ChartAxisName>

interface Actor {
  user_id: string
  /** Role of the user in the workspace. */
  role: Role | null
}

interface Dashboard {
  owned_by: string
  /** Defines who can see the dashboard: 0 is only its owner, 1 is all members of the workspace. */
  access: 0 | 1
}

/**
 * Returns whether the user can see a dashboard. Guests of a workspace cannot, because only members may see
 * statistics about whole projects.
 */
export function canSeeDashboard(actor: Actor, dashboard: Dashboard): boolean {
  return hasRoleAtLeast(actor.role, role.member) && (isOwner(actor, dashboard) || dashboard.access === 1)
}

/**
 * Returns whether the user may change a dashboard. The owner may. Workspace admins may change shared dashboards, too.
 */
export function canEditDashboard(actor: Actor, dashboard: Dashboard): boolean {
  return (
    canSeeDashboard(actor, dashboard) && (isOwner(actor, dashboard) || hasRoleAtLeast(actor.role, role.admin))
  )
}

function isOwner(actor: Actor, dashboard: Dashboard): boolean {
  return dashboard.owned_by === actor.user_id
}
