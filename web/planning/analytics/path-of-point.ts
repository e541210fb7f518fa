import { type ChartAxisName, isTimeAxis, propertyOfAxis } from '#common/planning/analytics/axes.ts'
import { dayRangeOfFilter, type Granularity, lastDayOfPeriod } from '#common/planning/analytics/periods.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import { getCurrentDay } from '../../platform/person/today.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { hasNoFilters } from '../../work/listing/rich-filters.ts'
import type { AnalyticsScope } from './AnalyticsScopeBar.tsx'

export type Filter = Record<string, unknown>

/** The axes of a chart. `split` is the axis of its series. It is null if the points are not divided into series. */
interface PointAxes {
  axis: ChartAxisName
  split: ChartAxisName | null
  granularity: Granularity
}

/**
 * Returns the path of the list with the work items that a point of a chart counts. If `series` is given, the
 * list contains only the items of that series of the point.
 */
export function chartPointItemsPath(
  axes: PointAxes,
  scope: AnalyticsScope,
  key: string,
  series?: string,
): string {
  const { project_id, date_filter, filters } = scope
  const range = dayRangeOfFilter({ date_filter: date_filter ?? undefined }, { today: getCurrentDay() })
  return filteredItemsPath([
    ...pointFilters(axes, key, series),
    ...(hasNoFilters(filters) ? [] : [filters]),
    ...scopeFilters(project_id === null ? [] : [project_id], range),
  ])
}

/** Returns the filters for a point of a chart, or for one series of the point. */
export function pointFilters(
  { axis, split, granularity }: PointAxes,
  key: string,
  series: string | undefined,
): Filter[] {
  const own = filterOfAxisValue(axis, key, granularity)
  if (split === null || series === undefined) return [own]
  return [own, filterOfAxisValue(split, series, granularity)]
}

function filterOfAxisValue(axis: ChartAxisName, key: string, granularity: Granularity): Filter {
  const { filter } = propertyOfAxis(axis)
  if (!isTimeAxis(axis)) return { [`${filter.tree}__in`]: key }
  if (key === noValueGroupName) return { [`${filter.tree}__isnull`]: 'true' }
  return { [`${filter.tree}__range`]: `${key},${lastDayOfPeriod(key, granularity)}` }
}

/**
 * Returns the filters that limit items to these projects and to a range of days. If `projectIds` is empty,
 * items of all projects match.
 */
export function scopeFilters(
  projectIds: readonly string[],
  range: DayRange | null,
  dateField = 'created_at',
): Filter[] {
  return [
    ...(projectIds.length === 0 ? [] : [{ project_id__in: projectIds.join() }]),
    ...(range === null ? [] : [dayRangeFilter(dateField, range)]),
  ]
}

/** Returns a filter for items whose date, such as `created_at`, is within the range. */
export function dayRangeFilter(dateField: string, { first, last }: DayRange): Filter {
  return { [`${dateField}__range`]: `${first},${last}` }
}

/** Combines filters, all of which must match. */
export function treeOfFilters(filters: readonly Filter[]): Filter {
  return filters.length > 1 ? { and: filters } : (filters[0] ?? {})
}

/** Returns the path of the list of all work items that match all filters. */
export function filteredItemsPath(filters: readonly Filter[]): string {
  const tree = treeOfFilters(filters)
  return `/${currentSlug()}/workspace-views/all-issues?filters=${encodeURIComponent(JSON.stringify(tree))}`
}
