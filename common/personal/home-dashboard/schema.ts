import { z } from 'zod'
import { dateFilters } from '../../planning/analytics/periods.ts'
import { dayInSupportedYears, id } from '../../platform/time.ts'
import { activity } from '../../work/activities/schema.ts'
import { stateGroup } from '../../work/states/schema.ts'
import { priority, workItemRow } from '../../work/work-items/schema.ts'
import { homeWidgetKeys, homeWidgetTabs } from './rules.ts'

export const widgetFilters = z.object({
  /** Period in which the counted work items were created. `none` counts all work items. */
  duration: z.enum([...dateFilters, 'none']),
  tab: z.enum(homeWidgetTabs),
  /** First and last day of a `custom` duration. */
  custom_dates: z.array(dayInSupportedYears).max(2),
})
export type WidgetFilters = z.infer<typeof widgetFilters>

export const homeWidget = z.object({
  id,
  key: z.enum(homeWidgetKeys),
  is_visible: z.boolean(),
  widget_filters: widgetFilters,
})
export type HomeWidget = z.infer<typeof homeWidget>

export const homeDashboard = z.object({
  dashboard: z.object({
    id,
    workspace: id,
    owned_by: id,
    name: z.string(),
    is_default: z.boolean(),
    type_identifier: z.literal('home'),
  }),
  widgets: z.array(homeWidget),
})
export type HomeDashboard = z.infer<typeof homeDashboard>

const count = z.int()

/** Content of a widget: counts or lists. The format depends on the `widget_key` of the request. */
export const homeWidgetStats = z.union([
  z.object({
    assigned_issues_count: count,
    pending_issues_count: count,
    completed_issues_count: count,
    created_issues_count: count,
  }),
  z.object({ issues: z.array(workItemRow), count }),
  z.array(z.object({ state: stateGroup, count })),
  z.array(z.object({ priority, count })),
  z.array(z.object({ user_id: id, active_issue_count: count })),
  z.array(activity),
  z.array(id),
])
export type HomeWidgetStats = z.infer<typeof homeWidgetStats>
