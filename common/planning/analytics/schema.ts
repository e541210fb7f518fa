import { z } from 'zod'
import { commaSeparatedIds } from '../../platform/fields.ts'
import { dayInSupportedYears, id } from '../../platform/time.ts'
import { listFilterQuery } from '../../work/listing/schema.ts'
import { chartAxisNames, chartMeasures, chartTypes } from './axes.ts'
import { dateFilters, granularities } from './periods.ts'

/**
 * Query parameters of every analytics call, which select work items: projects, a cycle or a module, a range
 * of days, and the filters of lists.
 */
export const analyticsScopeQuery = listFilterQuery.omit({ start_date: true }).extend({
  /** Ids of projects, separated by commas. Projects that the caller cannot access are ignored. */
  project_ids: commaSeparatedIds(100).optional(),
  cycle_id: id.optional(),
  module_id: id.optional(),
  date_filter: z.enum(dateFilters, 'There is no such date filter.').optional(),
  start_date: dayInSupportedYears.optional(),
  end_date: dayInSupportedYears.optional(),
})
export type AnalyticsScopeQuery = z.infer<typeof analyticsScopeQuery>

export const chartQuery = analyticsScopeQuery.extend({
  type: z.enum(chartTypes, 'Invalid type'),
  x_axis: z.enum(chartAxisNames, 'There is no such axis.').default('PRIORITY'),
  group_by: z.enum(chartAxisNames, 'There is no such axis.').optional(),
  y_axis: z.enum(chartMeasures, 'There is no such measure.').default('WORK_ITEM_COUNT'),
  /** The length of the periods on an axis of dates. By default, long ranges are grouped by month. */
  granularity: z.enum(granularities, 'There is no such period.').optional(),
})
export type ChartQuery = z.infer<typeof chartQuery>

const counted = z.object({ count: z.int() })

export const analyticsOverview = z.object({
  total_users: counted,
  total_admins: counted,
  total_members: counted,
  total_guests: counted,
  total_projects: counted,
  total_work_items: counted,
  total_cycles: counted,
  total_intake: counted,
})
export type AnalyticsOverview = z.infer<typeof analyticsOverview>

export const workItemTotals = z.object({
  total_work_items: counted,
  started_work_items: counted,
  backlog_work_items: counted,
  un_started_work_items: counted,
  completed_work_items: counted,
})
export type WorkItemTotals = z.infer<typeof workItemTotals>

/** The number of work items in each state group. */
const byStateGroup = {
  backlog_work_items: z.int(),
  un_started_work_items: z.int(),
  started_work_items: z.int(),
  completed_work_items: z.int(),
  cancelled_work_items: z.int(),
}
export const projectCounts = z.object({ project_id: id, project__name: z.string(), ...byStateGroup })
export type ProjectCounts = z.infer<typeof projectCounts>

/** Counts for one assignee. In the row of unassigned items, the three fields of the assignee are null. */
export const assigneeCounts = z.object({
  assignee_id: id.nullable(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  ...byStateGroup,
})
export type AssigneeCounts = z.infer<typeof assigneeCounts>

/**
 * A point of a chart. For each series of the chart, it has a field with the value of this series. `count` is
 * the sum of these values.
 */
export const chartPoint = z
  .object({ key: z.string(), name: z.string(), count: z.number() })
  .catchall(z.union([z.number(), z.string()]))
export const chart = z.object({
  data: z.array(chartPoint),
  /** The names of the series, by the names of their fields in `data`. */
  schema: z.record(z.string(), z.string()),
})
export type Chart = z.infer<typeof chart>

export const itemsPerProjectChart = z.array(z.object({ key: z.string(), name: z.string(), count: z.int() }))
