import type { EntityManager } from '@mikro-orm/postgresql'
import { isTimeAxis, propertyOfAxis } from '#common/planning/analytics/axes.ts'
import type { Granularity } from '#common/planning/analytics/periods.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import { addDays } from '#common/platform/clock.ts'
import { conditionToSql } from '../../work/listing/condition.ts'
import { type AxisCount, type CountAxis, countItemsByAxes, workItemsSource } from './count-items-by-axes.ts'
import { type AnalyticsSelection, createdInRangeSql } from './scope.ts'
import {
  countFacts,
  countStored,
  isAxisOfStoredCounts,
  orderKeysByAxes,
  type StoredCountsScope,
} from './stored.ts'
import {
  allPeriods,
  type ChartPeriods,
  countStoredPeriods,
  periodsOfRange,
  type StoredDateField,
  type StoredTimestampField,
} from './stored-days.ts'

type Measure = 'items' | 'points'

/**
 * Counts the work items that were created within the date filter by the values of these axes. If counts by these
 * axes are stored, the function adds up the stored counts, and otherwise it counts the work items. Throws if the
 * work items have more than `maxCounts` combinations of values.
 */
export async function countInScope(
  em: EntityManager,
  scope: AnalyticsSelection,
  axes: readonly CountAxis[],
  measure: Measure = 'items',
  maxCounts?: number,
): Promise<AxisCount[]> {
  const stored =
    scope.stored === null ? null : await countAllStored(em, scope, scope.stored, axes, measure, maxCounts)
  const source = { ...workItemsSource, maxCounts }
  return stored ?? countItemsByAxes(em, createdInRangeSql(scope), axes, scope.calendar, measure, source)
}

async function countAllStored(
  em: EntityManager,
  scope: AnalyticsSelection,
  stored: StoredCountsScope,
  axes: readonly CountAxis[],
  measure: Measure,
  maxCounts?: number,
): Promise<AxisCount[] | null> {
  const { range, calendar } = scope
  const own = axes.find((axis) => !isAxisOfStoredCounts(axis))
  if (range === null && (own === undefined || !isTimeAxis(own.name))) return countStored(em, stored, axes)
  const source = daysOfAxis(scope, own)
  if (source === null || axes.some((axis) => axis !== own && !isAxisOfStoredCounts(axis))) {
    if (range === null) return null
    const isInRange = conditionToSql(scope.within('created_at', range))
    return countFacts(em, stored, isInRange, axes, calendar, measure, maxCounts)
  }
  const counts = await countStoredPeriods(
    em,
    stored,
    source.field,
    source.periods,
    axes.filter(isAxisOfStoredCounts),
    getCallerCalendar(scope),
  )
  return (
    counts?.map(({ keys: [own = null, ...common], ...count }) => ({
      ...count,
      keys: orderKeysByAxes(axes, own, common),
    })) ?? null
  )
}

/**
 * Counts are stored for each day of a date field, such as `created_at`. Returns the date field whose stored counts
 * can replace counting the items by `axis`, and the periods of the chart. Returns null if there is no such field. If
 * there is a date filter, only the counts by day of creation can be used.
 */
function daysOfAxis(
  { range, calendar: { weekStartsOn } }: AnalyticsSelection,
  axis: CountAxis | undefined,
): { field: StoredDateField; periods: ChartPeriods } | null {
  const granularity = axis?.granularity ?? 'day'
  if (range === null)
    return axis === undefined
      ? null
      : {
          field: propertyOfAxis(axis.name).field as StoredDateField,
          periods: allPeriods(granularity, weekStartsOn),
        }
  if (axis === undefined) return { field: 'created_at', periods: onePeriod(range) }
  if (axis.name !== 'CREATED_AT') return null
  return { field: 'created_at', periods: periodsOfRange(range, granularity, weekStartsOn) }
}

function onePeriod({ first, last }: DayRange): ChartPeriods {
  return {
    keyOf: (day) => (day < first || day > last ? null : first),
    cuts: () => [first, addDays(last, 1)],
  }
}

/** Counts the work items that were created or completed on the days of a range, by period. */
export async function countItemsByTimestamp(
  em: EntityManager,
  scope: AnalyticsSelection,
  field: Exclude<StoredTimestampField, 'flow'>,
  range: DayRange,
  granularity: Granularity,
  measure: Measure,
): Promise<AxisCount[]> {
  const { stored, calendar } = scope
  const periods = periodsOfRange(range, granularity, calendar.weekStartsOn)
  const counts =
    stored === null
      ? null
      : await countStoredPeriods(em, stored, field, periods, [], getCallerCalendar(scope))
  if (counts !== null) return counts.filter(({ keys }) => keys[0] !== null)
  const axis: CountAxis = { name: field === 'created_at' ? 'CREATED_AT' : 'COMPLETED_AT', granularity }
  return countItemsByAxes(em, scope.where(scope.within(field, range)), [axis], calendar, measure)
}

export function getCallerCalendar({ calendar, clock: { startOf } }: AnalyticsSelection) {
  return { ...calendar, startOf }
}
