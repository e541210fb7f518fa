import { type ChartAxisName, isTimeAxis } from '#common/planning/analytics/axes.ts'
import {
  dayRangeOfFilter,
  type Granularity,
  granularityForRange,
} from '#common/planning/analytics/periods.ts'
import type { ChartQuery } from '#common/planning/analytics/schema.ts'
import { axisOfDateField, type WidgetDateField } from '#common/planning/dashboards/rules.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import {
  dayRangeFilter,
  type Filter,
  filteredItemsPath,
  pointFilters,
  scopeFilters,
  treeOfFilters,
} from '../analytics/path-of-point.ts'
import type { PathOfPoint } from '../analytics/StatsChart.tsx'

/**
 * Returns the axes and the type of the chart that a widget loads. Widgets that list work items load no chart.
 */
export function chartQueryOfWidget(
  widget: Widget,
): { type: ChartQuery['type']; axis: ChartAxisName; split: ChartAxisName | null } | null {
  const custom = { type: 'custom-work-items' } as const
  switch (widget.kind) {
    case 'number':
      return { ...custom, axis: 'PRIORITY', split: null }
    case 'trend':
      return { ...custom, axis: axisOfDateField[dateFieldOf(widget)], split: null }
    case 'load':
      return { ...custom, axis: 'ASSIGNEES', split: 'STATE_GROUPS' }
    case 'created_completed':
      return { type: 'work-items', axis: 'CREATED_AT', split: null }
    case 'burndown':
      return { type: 'burndown', axis: 'CREATED_AT', split: null }
    case 'cumulative_flow':
      return { type: 'cumulative-flow', axis: 'CREATED_AT', split: 'STATE_GROUPS' }
    case 'cycle_time':
      return { type: 'cycle-time', axis: 'CREATED_AT', split: null }
    case 'stacked_bars':
    case 'lines':
    case 'table':
      return { ...custom, axis: widget.x_axis, split: widget.group_by }
    case 'bars':
    case 'pie':
      return { ...custom, axis: widget.x_axis, split: null }
    default:
      return null
  }
}

/** Returns which settings of its chart a widget uses. The form of the widget offers only these. */
export function usedSettingsOfWidget(widget: Widget) {
  const chart = chartQueryOfWidget(widget)
  const isCustom = chart?.type === 'custom-work-items'
  const hasPeriods =
    chart !== null &&
    (!isCustom || isTimeAxis(chart.axis) || (chart.split !== null && isTimeAxis(chart.split)))
  return {
    axis: ['bars', 'stacked_bars', 'lines', 'pie', 'table'].includes(widget.kind),
    split: ['stacked_bars', 'lines', 'table'].includes(widget.kind),
    // The user can choose the measure, except in charts about the history of states. These charts always count
    // items or days.
    measure: isCustom || chart?.type === 'work-items',
    range: chart !== null,
    // In a custom chart, the range filters the items by a date that the user chooses. In all other charts, the
    // range is the time axis, so there is no date to choose.
    dateField: isCustom,
    // A custom chart has periods, such as weeks, only if one of its axes is a date.
    granularity: hasPeriods,
  }
}

/** Returns the filters of a widget, with the condition that its kind adds. */
export function filtersOfWidget({ kind, rich_filters }: Widget, today: string): object {
  const added = {
    load: { state_group__in: 'backlog,unstarted,started' },
    overdue: { and: [{ target_date__lt: today }, { state_group__in: 'backlog,unstarted,started' }] },
  }[kind as 'load' | 'overdue']
  const own = Object.keys(rich_filters).length > 0 ? [rich_filters] : []
  const all = added === undefined ? own : [...own, added]
  return all.length > 1 ? { and: all } : (all[0] ?? {})
}

/** Returns the query parameters that limit the data of a widget to its projects, its range and its filters. */
export function widgetScopeParams(widget: Widget, today: string) {
  const { project_ids, date_filter, start_date, end_date } = widget
  const projects = project_ids.length > 0 && { project_ids: project_ids.join(',') }
  const filters = filtersOfWidget(widget, today)
  // The date filter of the calls applies to the creation date. A range for another date is therefore sent as an
  // item filter.
  const field = dateFieldOf(widget)
  const range = field === 'created_at' ? null : widgetRange(widget, today)
  if (range !== null) {
    const dated = treeOfFilters([...listOfFilters(filters), dayRangeFilter(field, range)])
    // The server derives the granularity from the parameters of the date filter. They are missing here, so the
    // granularity is sent explicitly.
    return { ...projects, filters: JSON.stringify(dated), granularity: granularityForRange(range) }
  }
  return {
    ...projects,
    ...(date_filter !== null && { date_filter }),
    ...(date_filter === 'custom' && start_date !== null && end_date !== null && { start_date, end_date }),
    ...(Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
  }
}

/**
 * Returns the date field by which the range of a widget filters the work items. Charts about the history of items
 * have no such setting, so the result for them is `created_at`.
 */
function dateFieldOf({ kind, date_field = 'created_at' }: Widget): WidgetDateField {
  return historyKinds.includes(kind) ? 'created_at' : date_field
}

const historyKinds: readonly Widget['kind'][] = [
  'created_completed',
  'burndown',
  'cumulative_flow',
  'cycle_time',
]

function listOfFilters(filters: object): Filter[] {
  return Object.keys(filters).length > 0 ? [filters as Filter] : []
}

/** Returns the path of the list with the work items that the widget counts. */
export function widgetItemsPath(widget: Widget, today: string): string {
  return filteredItemsPath([
    ...listOfFilters(filtersOfWidget(widget, today)),
    ...scopeFilters(widget.project_ids, widgetRange(widget, today), dateFieldOf(widget)),
  ])
}

/**
 * Returns a function that builds the path of the list with the work items that a point of the chart counts. Returns
 * null for charts about the history of items, because no list can show which items a past day counts.
 */
export function widgetPointPath(widget: Widget, today: string): PathOfPoint | null {
  const chart = chartQueryOfWidget(widget)
  if (chart?.type !== 'custom-work-items') return null
  const own = listOfFilters(filtersOfWidget(widget, today))
  const range = widgetRange(widget, today)
  const granularity = widget.granularity ?? defaultGranularity(chart, range)
  return (key, series) =>
    filteredItemsPath([
      ...pointFilters({ ...chart, granularity }, key, series),
      ...own,
      ...scopeFilters(widget.project_ids, range, dateFieldOf(widget)),
    ])
}

function widgetRange({ date_filter, start_date, end_date }: Widget, today: string) {
  const days = { start_date: start_date ?? undefined, end_date: end_date ?? undefined }
  return dayRangeOfFilter({ date_filter: date_filter ?? undefined, ...days }, { today })
}

/**
 * Returns the granularity (day, week or month) that the server uses by default. Without a range or without an
 * axis of dates, the result is `month`.
 */
function defaultGranularity(
  { axis, split }: { axis: ChartAxisName; split: ChartAxisName | null },
  range: ReturnType<typeof widgetRange>,
): Granularity {
  const isTime = isTimeAxis(axis) || (split !== null && isTimeAxis(split))
  return isTime && range !== null ? granularityForRange(range) : 'month'
}
