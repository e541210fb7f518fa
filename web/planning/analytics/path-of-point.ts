import { type AxisName, isTimeAxis, propertyOf } from '#common/planning/analytics/axes.ts'
import { type Granularity, lastDayOf, rangeOf } from '#common/planning/analytics/periods.ts'
import { noneGroup } from '#common/work/listing/keys.ts'
import { dayNow } from '../../platform/person/today.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { AnalyticsScope } from './ScopeBar.tsx'

/** Returns the path of the list with the work items that a point of a chart counts. */
export function pathOfPoint(
  axis: AxisName,
  key: string,
  granularity: Granularity,
  scope: AnalyticsScope,
): string {
  const range = rangeOf({ date_filter: scope.date_filter ?? undefined }, { today: dayNow() })
  const conditions = [
    pointFilter(axis, key, granularity),
    ...(scope.project_id === null ? [] : [{ project_id__in: scope.project_id }]),
    ...(range === null ? [] : [{ created_at__range: `${range.first},${range.last}` }]),
  ]
  const filters = conditions.length === 1 ? conditions[0] : { and: conditions }
  return `/${currentSlug()}/workspace-views/all-issues?filters=${encodeURIComponent(JSON.stringify(filters))}`
}

function pointFilter(axis: AxisName, key: string, granularity: Granularity): Record<string, string> {
  const { filter } = propertyOf(axis)
  if (!isTimeAxis(axis)) return { [`${filter.tree}__in`]: key }
  if (key === noneGroup) return { [`${filter.tree}__isnull`]: 'true' }
  return { [`${filter.tree}__range`]: `${key},${lastDayOf(key, granularity)}` }
}
