import { sql } from 'kysely'
import { type ChartAxisName, isTimeAxis } from '#common/planning/analytics/axes.ts'
import {
  type Granularity,
  granularityForRange,
  hasTooManyPeriods,
  listPeriodsInRange,
  maxAnalyticsRangeDays,
} from '#common/planning/analytics/periods.ts'
import type { Chart, ChartQuery } from '#common/planning/analytics/schema.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import { intakeStatus } from '#common/planning/intake/rules.ts'
import { addDays, localDay } from '#common/platform/clock.ts'
import { invalid } from '#common/platform/errors.ts'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import { isPerson, projectAccessSubquery } from '../../access/query.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { conditionToSql } from '../../work/listing/condition.ts'
import { loadGroupValues } from '../../work/listing/properties.ts'
import { loadAxisValueNames } from './axis-value-names.ts'
import { countInScope, countItemsByTimestamp } from './count-items.ts'
import { type AxisCount, type CountAxis, tooManyValues } from './count-items-by-axes.ts'
import { getCycleTimeChart } from './cycle-time.ts'
import { getBurndownChart, getCumulativeFlowChart } from './flow.ts'
import {
  type AnalyticsSelection,
  createdInRangeSql,
  getProjectAnalyticsScope,
  getWorkspaceAnalyticsScope,
} from './scope.ts'

type EntitiesChart = { key: string; name: string; count: number }[]

export async function getWorkspaceChart(
  ctx: WorkspaceContext,
  sent: ChartQuery,
): Promise<Chart | EntitiesChart> {
  return chartIn(ctx, await getWorkspaceAnalyticsScope(ctx, sent), sent)
}

export async function getProjectChart(ctx: ProjectContext, sent: ChartQuery): Promise<Chart | EntitiesChart> {
  return chartIn(ctx, await getProjectAnalyticsScope(ctx, sent), sent)
}

function chartIn(
  ctx: WorkspaceContext,
  scope: AnalyticsSelection,
  sent: ChartQuery,
): Promise<Chart | EntitiesChart> {
  if (sent.type === 'projects') return entitiesChart(ctx, scope)
  if (sent.type === 'custom-work-items') return customChart(ctx, scope, sent)
  if (sent.type === 'work-items') return createdAndCompleted(ctx, scope, sent)
  return historyChart(ctx, scope, { ...sent, type: sent.type })
}

const historyCharts = {
  'cumulative-flow': getCumulativeFlowChart,
  burndown: getBurndownChart,
  'cycle-time': getCycleTimeChart,
}

/**
 * Returns a chart about the history of work items. For these charts, the date filter determines the days that the
 * chart shows. For all other charts, the date filter selects the items by their creation date.
 */
async function historyChart(
  { em }: WorkspaceContext,
  scope: AnalyticsSelection,
  sent: Pick<ChartQuery, 'granularity'> & { type: keyof typeof historyCharts },
): Promise<Chart> {
  const { range, granularity } = await periodsOf(em, scope, sent)
  return historyCharts[sent.type](em, scope, range, granularity)
}

/**
 * Returns the range of dates of a chart over time, and whether its points are days, weeks or months. If there
 * is no date filter, the chart begins with the oldest item.
 */
async function periodsOf(
  em: WorkspaceContext['em'],
  scope: AnalyticsSelection,
  sent: Pick<ChartQuery, 'granularity'>,
): Promise<{ range: DayRange; granularity: Granularity }> {
  const range = scope.range ?? (await wholeRange(em, scope))
  const granularity = sent.granularity ?? granularityForRange(range)
  if (hasTooManyPeriods(range, granularity))
    throw invalid('granularity', 'The range has too many periods. Choose longer periods or fewer days.')
  return { range, granularity }
}

/**
 * Counts each kind of entity in the projects of the scope. Private pages and views are not counted, nor are pages that
 * the caller cannot open because the caller is a restricted guest of their projects.
 */
async function entitiesChart(
  { em, user, workspace }: WorkspaceContext,
  scope: AnalyticsSelection,
): Promise<EntitiesChart> {
  const ids = sql`${scope.listable.project_ids}::uuid[]`
  const counts = {
    work_items: sql`select count(*) from work_items where ${createdInRangeSql(scope)}`,
    cycles: sql`select count(*) from cycles where project_id = any(${ids}) and deleted_at is null and archived_at is null`,
    modules: sql`select count(*) from modules where project_id = any(${ids}) and deleted_at is null and archived_at is null`,
    intake: sql`select count(*) from intake_issues join work_items on work_items.id = intake_issues.id
      where intake_issues.project_id = any(${ids}) and work_items.deleted_at is null
      and intake_issues.status in (${intakeStatus.pending}, ${intakeStatus.snoozed}) and ${conditionToSql(scope.listable.access)}`,
    members: sql`select count(distinct user_id) from ${projectAccessSubquery} where workspace_id = ${workspace.id}
      and project_id = any(${ids}) and role is not null and is_account_active
      and ${isPerson}`,
    pages: sql`select count(*) from pages where project_ids && ${ids} and access = 0 and deleted_at is null and archived_at is null
      and (owned_by = ${user.id} or project_ids && array(select project_id from ${projectAccessSubquery}
        where user_id = ${user.id} and project_id = any(${ids}) and role is not null and sees_all))`,
    views: sql`select count(*) from views where project_id = any(${ids}) and access = 1 and deleted_at is null`,
  }
  const columns = Object.entries(counts).map(([key, count]) => sql`(${count})::int as ${sql.ref(key)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(query(em))
  return Object.keys(counts).map((key) => ({
    key,
    name: entityNames[key] ?? key,
    count: rows[0]?.[key] ?? 0,
  }))
}

const entityNames: Record<string, string> = {
  work_items: 'Work Items',
  cycles: 'Cycles',
  modules: 'Modules',
  intake: 'Intake',
  members: 'Members',
  pages: 'Pages',
  views: 'Views',
}

/** Counts the created and the completed work items of each period. */
async function createdAndCompleted(
  { em }: WorkspaceContext,
  scope: AnalyticsSelection,
  sent: ChartQuery,
): Promise<Chart> {
  const { range, granularity: period } = await periodsOf(em, scope, sent)
  const { y_axis } = sent
  const series = { created_issues: 'created_at', completed_issues: 'completed_at' } as const
  const counts = new Map<string, Map<string, number>>()
  for (const [name, field] of Object.entries(series) as [
    keyof typeof series,
    'created_at' | 'completed_at',
  ][]) {
    const rows = await countItemsByTimestamp(em, scope, field, range, period, measureOf(y_axis))
    counts.set(name, new Map(rows.map((row) => [row.keys[0] ?? noValueGroupName, measured(row, y_axis)])))
  }
  const data = listPeriodsInRange(range, period, scope.calendar.weekStartsOn).map((key) => {
    const created = counts.get('created_issues')?.get(key) ?? 0
    const completed = counts.get('completed_issues')?.get(key) ?? 0
    return {
      key,
      name: key,
      count: created + completed,
      created_issues: created,
      completed_issues: completed,
    }
  })
  return { data, schema: { created_issues: 'Created', completed_issues: 'Completed' } }
}

async function wholeRange(em: WorkspaceContext['em'], scope: AnalyticsSelection): Promise<DayRange> {
  const { today } = scope.clock
  // Each project has an index by creation time, so the oldest item of a project is found without reading
  // other items.
  const { rows } = await sql<{ first: Date | null }>`
    select min(oldest.created_at) as first from unnest(${scope.listable.project_ids}::uuid[]) project(id)
    cross join lateral (
      select work_items.created_at from work_items where ${scope.where()} and work_items.project_id = project.id
      order by work_items.created_at limit 1
    ) oldest`.execute(query(em))
  const oldest = rows[0]?.first ?? null
  const first = oldest === null ? today : localDay(oldest.getTime(), scope.calendar.timezone)
  const limit = addDays(today, -maxAnalyticsRangeDays)
  const isTooOld = first < limit
  return { first: isTooOld ? limit : first, last: today }
}

/**
 * Maximum number of counts in a chart with two axes. The limit is needed, because some axes have thousands of
 * values.
 */
const maxCells = 20_000

/** Counts work items by one axis. If the query has `group_by`, each point is divided by a second axis. */
async function customChart(
  ctx: WorkspaceContext,
  scope: AnalyticsSelection,
  sent: ChartQuery,
): Promise<Chart> {
  const { x_axis, group_by, y_axis } = sent
  const granularity = sent.granularity ?? (scope.range === null ? 'month' : granularityForRange(scope.range))
  const axes: CountAxis[] = [x_axis, ...(group_by === undefined ? [] : [group_by])].map((name) => ({
    name,
    granularity,
  }))
  // A chart with one axis has no limit, because it has only one count for each value of the axis.
  const maxCounts = group_by === undefined ? undefined : maxCells
  const counts = await countInScope(ctx.em, scope, axes, measureOf(y_axis), maxCounts)
  const points = Map.groupBy(counts, ({ keys }) => keys[0] ?? null)
  const total = (key: string | null) => sumOf(points.get(key) ?? [], y_axis)
  const keys = await orderedKeys(ctx, scope, { name: x_axis, granularity }, [...points.keys()], total)
  const nameOf = await loadAxisValueNames(ctx, scope, x_axis, keys)
  const series = await seriesKeys(ctx, scope, axes[1], counts, y_axis)
  if (keys.length * series.length > maxCells) throw tooManyValues()
  const seriesNameOf = await loadAxisValueNames(ctx, scope, group_by ?? x_axis, series)
  const data = keys.map((key) => {
    const cells = new Map((points.get(key) ?? []).map((one) => [one.keys[1] ?? null, measured(one, y_axis)]))
    return {
      key: key ?? noValueGroupName,
      name: nameOf(key),
      count: total(key),
      ...Object.fromEntries(series.map((second) => [second ?? noValueGroupName, cells.get(second) ?? 0])),
    }
  })
  return {
    data,
    schema: Object.fromEntries(series.map((second) => [second ?? noValueGroupName, seriesNameOf(second)])),
  }
}

/**
 * Returns the series of a chart in display order. Leaves out series without work items, because they would only make
 * the legend longer.
 */
async function seriesKeys(
  ctx: WorkspaceContext,
  scope: AnalyticsSelection,
  axis: CountAxis | undefined,
  counts: readonly AxisCount[],
  measure: ChartQuery['y_axis'],
): Promise<(string | null)[]> {
  if (axis === undefined) return []
  const bySeries = Map.groupBy(counts, ({ keys: [, second = null] }) => second)
  const total = (key: string | null) => sumOf(bySeries.get(key) ?? [], measure)
  const ordered = await orderedKeys(ctx, scope, axis, [...bySeries.keys()], total)
  return ordered.filter((key) => bySeries.has(key))
}

/**
 * Returns the values of an axis in display order. States, priorities and other known values have a fixed
 * order and include values without work items. Days are in chronological order without gaps. Other values are
 * sorted by count, largest first. Work items without a value come last.
 */
async function orderedKeys(
  ctx: WorkspaceContext,
  scope: AnalyticsSelection,
  { name, granularity = 'day' }: CountAxis,
  found: (string | null)[],
  total: (key: string | null) => number,
): Promise<(string | null)[]> {
  const none = found.includes(null) ? [null] : []
  const keys = found.filter((key) => key !== null)
  if (isTimeAxis(name)) return [...withoutGaps(keys.toSorted(), granularity, scope), ...none]
  const known = await valuesOf(ctx, scope, name, keys)
  const others = keys.filter((key) => !known.includes(key)).toSorted((a, b) => total(b) - total(a))
  return [...known, ...others, ...none]
}

/** The axes whose values have a fixed order, each with the corresponding property of work items. */
const orderedAxes = {
  STATES: 'state_id',
  STATE_GROUPS: 'state__group',
  PRIORITY: 'priority',
  ESTIMATE_POINTS: 'estimate_point',
} as const satisfies Partial<Record<ChartAxisName, string>>

async function valuesOf(
  { em }: WorkspaceContext,
  { listable }: AnalyticsSelection,
  axis: ChartAxisName,
  found: string[],
): Promise<string[]> {
  const isOrdered = (name: ChartAxisName): name is keyof typeof orderedAxes =>
    Object.hasOwn(orderedAxes, name)
  // If the listing covers several projects, the chart shows only states that have work items, because all
  // states together would not fit.
  if (axis === 'STATES' && listable.project_ids.length > 1) return sortStates(em, found)
  if (!isOrdered(axis)) return []
  const values = await loadGroupValues(em, listable, orderedAxes[axis])
  return values.filter((value) => value !== noValueGroupName)
}

/**
 * Sorts the states of several projects by their group, and the states of a group by their order in the project.
 */
async function sortStates(em: WorkspaceContext['em'], ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from states where id = any(${ids}::uuid[])
    order by array_position(${[...stateGroups]}::text[], "group"::text), sequence, id`.execute(query(em))
  return rows.map(({ id }) => id)
}

function withoutGaps(days: string[], granularity: Granularity, { calendar }: AnalyticsSelection): string[] {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  if (hasTooManyPeriods({ first, last }, granularity)) return days
  return listPeriodsInRange({ first, last }, granularity, calendar.weekStartsOn)
}

function measureOf(measure: ChartQuery['y_axis']): 'items' | 'points' {
  return measure === 'ESTIMATE_POINT_COUNT' ? 'points' : 'items'
}

function sumOf(counts: readonly AxisCount[], measure: ChartQuery['y_axis']): number {
  return Math.round(counts.reduce((sum, count) => sum + measured(count, measure), 0) * 100) / 100
}

function measured({ items, points }: AxisCount, measure: ChartQuery['y_axis']): number {
  return measureOf(measure) === 'points' ? points : items
}
