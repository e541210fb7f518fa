import { type RawBuilder, sql } from 'kysely'
import { type Granularity, listPeriodsInRange } from '#common/planning/analytics/periods.ts'
import type { Chart } from '#common/planning/analytics/schema.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import { addDays } from '#common/platform/clock.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import type { AnalyticsSelection } from './scope.ts'
import { changedItemIdsSql, type StoredCountsScope, storedConditionsSql } from './stored.ts'
import { type ChartPeriod, readStoredCycleTimes } from './stored-cycle-times.ts'

type Em = WorkspaceContext['em']

/**
 * Returns the median and the 85th percentile of the days from start to completion, for each period in which work
 * items were completed. The start is the time when the item first entered a state of the group `started`. If it never
 * did, the start is its creation.
 */
export async function getCycleTimeChart(
  em: Em,
  scope: AnalyticsSelection,
  range: DayRange,
  granularity: Granularity,
): Promise<Chart> {
  const keys = listPeriodsInRange(range, granularity, scope.calendar.weekStartsOn)
  const periods = keys.map((key, index) => ({
    key,
    begin: scope.clock.startOf(index === 0 ? range.first : key),
    end: scope.clock.startOf(keys[index + 1] ?? addDays(range.last, 1)),
  }))
  const found =
    scope.stored !== null && granularity === 'month'
      ? await readStoredCycleTimes(em, scope.stored, periods)
      : await computeCycleTimes(em, scope, range, periods)
  const rounded = (days: number) => Math.round(days * 10) / 10
  // A period without completed items has no `median` and no `slow`, because 0 would mean that the work took no
  // time.
  const data = periods.map(({ key }): Chart['data'][number] => {
    const times = found.get(key)
    if (times === undefined) return { key, name: key, count: 0 }
    const median = rounded(times.median)
    return { key, name: key, count: median, median, slow: rounded(times.slow) }
  })
  return { data, schema: { median: 'Median', slow: '85th percentile' } }
}

/** Computes the percentiles of each period from all items that were completed in the range. */
async function computeCycleTimes(
  em: Em,
  scope: AnalyticsSelection,
  range: DayRange,
  periods: readonly ChartPeriod[],
): Promise<Map<string, { median: number; slow: number }>> {
  // Compare `completed_at` with the start of each period. Converting it to a day in the caller's time zone
  // would be slower.
  const begins = sql`${periods.map(({ begin }) => begin)}::timestamptz[]`
  const { rows } = await sql<{ period: number; median: number; slow: number }>`
    with ${scope.stored === null ? timesOfItems(scope, range) : timesOfFacts(scope, scope.stored, range)}
    select width_bucket(completed_at, ${begins}) as period,
      percentile_cont(0.5) within group (order by days) as median,
      percentile_cont(0.85) within group (order by days) as slow
    from (select completed_at, cycle_time_days(created_at, started_at, completed_at) as days from times) times
    group by 1`.execute(query(em))
  return new Map(rows.map((row) => [periods[row.period - 1]?.key ?? '', row]))
}

function timesOfItems(scope: AnalyticsSelection, range: DayRange): RawBuilder<unknown> {
  return sql`done as (
      select id, created_at, completed_at from work_items
      where ${scope.where(scope.within('completed_at', range))} and state__group = 'completed'
    ), started as (
      select moves.issue_id, min(moves.created_at) as at from done
      join work_item_activities moves on moves.issue_id = done.id and moves.field = 'state'
      join states on states.id = moves.new_identifier and states."group" = 'started'
      where moves.created_at <= done.completed_at group by 1
    ), times as (
      select done.created_at, done.completed_at, started.at as started_at from done left join started on started.issue_id = done.id
    )`
}

/**
 * Returns SQL with the same result as `timesOfItems`, but reads the facts that are stored for each item
 * (`work_item_facts`). If an item has changed since its facts were stored, its facts are computed again.
 */
function timesOfFacts(
  scope: AnalyticsSelection,
  stored: StoredCountsScope,
  range: DayRange,
): RawBuilder<unknown> {
  const from = scope.clock.startOf(range.first)
  const before = scope.clock.startOf(addDays(range.last, 1))
  return sql`changed as materialized (${changedItemIdsSql(stored)}), times as (
      select tally.created_at, tally.completed_at, tally.started_at
      from (
        select fact.* from work_item_facts fact left join changed on changed.issue_id = fact.issue_id
        where changed.issue_id is null and completed_at is not null
        union all select * from current_work_item_facts(array(select issue_id from changed))
      ) tally left join states on states.id = tally.state_id
      where tally.project_id = any(${stored.project_ids}::uuid[]) and tally.is_completed
        and tally.completed_at >= ${from}::timestamptz and tally.completed_at < ${before}::timestamptz ${storedConditionsSql(stored)}
    )`
}
