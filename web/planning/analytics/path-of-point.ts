import { type ChartAxisName, isTimeAxis, propertyOfAxis } from '#common/planning/analytics/axes.ts'
import { dayRangeOfFilter, type Granularity, lastDayOfPeriod } from '#common/planning/analytics/periods.ts'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import { getCurrentDay } from '../../platform/person/today.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { hasNoFilters } from '../../work/listing/rich-filters.ts'
import type { AnalyticsScope } from './AnalyticsScopeBar.tsx'

type Filter = Record<string, unknown>

/** Returns the path of the list with the work items that a point of a chart counts. */
export function chartPointItemsPath(
  axis: ChartAxisName,
  key: string,
  granularity: Granularity,
  scope: AnalyticsScope,
): string {
  const { project_id, date_filter, filters } = scope
  const range = dayRangeOfFilter({ date_filter: date_filter ?? undefined }, { today: getCurrentDay() })
  return filteredItemsPath([
    filterOfAxisValue(axis, key, granularity),
    ...(hasNoFilters(filters) ? [] : [filters]),
    ...scopeFilters(project_id === null ? [] : [project_id], range),
  ])
}

/** Returns the filters for a point of a chart. */
export function filterOfAxisValue(axis: ChartAxisName, key: string, granularity: Granularity): Filter {
  const { filter } = propertyOfAxis(axis)
  if (!isTimeAxis(axis)) return { [`${filter.tree}__in`]: key }
  if (key === noValueGroupName) return { [`${filter.tree}__isnull`]: 'true' }
  return { [`${filter.tree}__range`]: `${key},${lastDayOfPeriod(key, granularity)}` }
}

/**
 * Returns the filters that limit items to these projects and to a range of creation days. If `projectIds` is
 * empty, items of all projects match.
 */
export function scopeFilters(
  projectIds: readonly string[],
  range: { first: string; last: string } | null,
): Filter[] {
  return [
    ...(projectIds.length === 0 ? [] : [{ project_id__in: projectIds.join() }]),
    ...(range === null ? [] : [{ created_at__range: `${range.first},${range.last}` }]),
  ]
}

/** Returns the path of the list of all work items that match all filters. */
export function filteredItemsPath(filters: readonly Filter[]): string {
  const tree = filters.length > 1 ? { and: filters } : (filters[0] ?? {})
  return `/${currentSlug()}/workspace-views/all-issues?filters=${encodeURIComponent(JSON.stringify(tree))}`
}
