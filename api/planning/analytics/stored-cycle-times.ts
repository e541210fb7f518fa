import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'
import { changedItemIdsSql, type StoredCountsScope, storedConditionsSql } from './stored.ts'

/**
 * A period of the chart of cycle times, for example a month. The first period begins with the first day of the chart,
 * and the last period ends with the last day of the chart.
 */
export interface ChartPeriod {
  /** The first day of the whole month or other period, even if the chart begins later. */
  key: string
  /** The times at which the period begins and ends in the caller's time zone, as UTC timestamps. */
  begin: string
  end: string
}

/** The median and the 85th percentile of the cycle times of a period, in days. */
export interface CycleTimes {
  median: number
  slow: number
}

/**
 * Returns the exact percentiles of the cycle times by month, without reading all completed items.
 *
 * `work_item_tallies` contains the number of items for each month and each bucket. A bucket is a range of cycle
 * times. The numbers show which buckets contain the percentiles, so that only the items of these buckets are read.
 */
export async function readStoredCycleTimes(
  em: EntityManager,
  scope: StoredCountsScope,
  periods: readonly ChartPeriod[],
): Promise<Map<string, CycleTimes>> {
  const counts = Map.groupBy(await countByBucket(em, scope, periods), ({ period }) => period)
  const positions = [...counts].flatMap(([period, buckets]) =>
    (['median', 'slow'] as const).map((name) => ({
      ...{ period, name },
      ...findPosition(buckets, name === 'median' ? 0.5 : 0.85),
    })),
  )
  const days = await readDays(em, scope, periods, positions)
  const found = new Map<string, CycleTimes>()
  for (const [index, { period, name, share }] of positions.entries()) {
    const key = periods[period - 1]?.key ?? ''
    const times = found.get(key) ?? { median: 0, slow: 0 }
    const [low = 0, high = low] = days.get(index) ?? []
    found.set(key, { ...times, [name]: low + share * (high - low) })
  }
  return found
}

interface BucketCount {
  /** Number of the period, starting with 1. */
  period: number
  bucket: number
  items: number
}

/** Returns the number of items in each period and bucket, ordered by bucket. Empty buckets are left out. */
async function countByBucket(
  em: EntityManager,
  scope: StoredCountsScope,
  periods: readonly ChartPeriod[],
): Promise<BucketCount[]> {
  const months = periods.map(({ key }) => key.slice(0, 7))
  const bounds = [...periods.map(({ begin }) => begin), periods.at(-1)?.end]
  const { rows } = await sql<BucketCount>`
    with ${changedFacts(scope)}
    select tally.period::int as period, tally.bucket, sum(tally.items)::int as items
    from (
      select project_id, state_id, month.period, substr(value, 9)::int as bucket, items
      from work_item_tallies join unnest(${months}::text[]) with ordinality month(name, period) on month.name = left(value, 7)
      where field = 'cycle_time' and project_id = any(${scope.project_ids}::uuid[])
      union all ${correctionsOfMonths(scope, periods)}
      union all
      select project_id, state_id, width_bucket(completed_at, ${bounds}::timestamptz[]),
        cycle_time_bucket(created_at, started_at, completed_at), n
      from (
        select -1 as n, fact.* from work_item_facts fact join changed on changed.issue_id = fact.issue_id
        union all select 1, * from current
      ) fact where is_completed and completed_at is not null
    ) tally left join states on states.id = tally.state_id
    where tally.period between 1 and ${periods.length} and tally.project_id = any(${scope.project_ids}::uuid[])
      ${storedConditionsSql(scope)}
    group by 1, 2 having sum(tally.items) > 0 order by 2`.execute(query(em))
  return rows
}

/**
 * The stored counts are by month in UTC, but a period of the chart can begin or end at another time than its month.
 * Selects the items that were completed between the two times. `n` is 1 for an item that must be added to the
 * period, and -1 for an item that must be subtracted.
 */
function correctionsOfMonths(
  { project_ids }: StoredCountsScope,
  periods: readonly ChartPeriod[],
): RawBuilder<unknown> {
  const spans = periods.flatMap(({ key, begin, end }, index) => {
    const [first, last] = [startOfMonth(key, 0), startOfMonth(key, 1)]
    return [
      { period: index + 1, from: first, to: begin, n: -1 },
      { period: index + 1, from: last, to: end, n: 1 },
    ]
      .filter(({ from, to }) => from !== to)
      .map((span) => (span.from < span.to ? span : { ...span, from: span.to, to: span.from, n: -span.n }))
  })
  const column = (name: keyof (typeof spans)[number]) => spans.map((span) => span[name])
  return sql`
    select fact.project_id, fact.state_id, span.period, fact.bucket, span.n
    from unnest(${column('period')}::int[], ${column('n')}::int[], ${column('from')}::timestamptz[], ${column('to')}::timestamptz[])
      span(period, n, begins, ends)
    cross join lateral (
      select project_id, state_id, cycle_time_bucket(created_at, started_at, completed_at) as bucket from work_item_facts
      where project_id = any(${project_ids}::uuid[]) and is_completed
        and completed_at >= span.begins and completed_at < span.ends
    ) fact`
}

/** Returns the start in UTC of the month that is `later` months after the month of `day`. */
function startOfMonth(day: string, later: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + later)).toISOString()
}

interface Position {
  /**
   * A percentile lies between two neighboring durations. `low` is the bucket of the shorter duration, and `high` is
   * the bucket of the longer one. Both can be the same bucket.
   */
  low: number
  high: number
  /** The number of durations in the bucket `low` that come before the two durations. */
  skipped: number
  /**
   * The weight of the longer duration. It is at least 0 (the percentile is the shorter duration) and less than 1.
   */
  share: number
}

/** Computes where the percentile lies. The rule is the same as that of `percentile_cont` in PostgreSQL. */
function findPosition(buckets: readonly BucketCount[], percentile: number): Position {
  const total = buckets.reduce((sum, { items }) => sum + items, 0)
  const exact = percentile * (total - 1)
  const rank = Math.floor(exact)
  const [low, skipped] = findBucket(buckets, rank)
  const [high] = findBucket(buckets, Math.min(rank + 1, total - 1))
  return { low, high, skipped, share: exact - rank }
}

/** Returns the bucket of the item at the position `rank`, and the position of the item in its bucket. */
function findBucket(buckets: readonly BucketCount[], rank: number): [number, number] {
  let before = 0
  for (const { bucket, items } of buckets) {
    if (rank < before + items) return [bucket, rank - before]
    before += items
  }
  throw new Error(`the buckets contain only ${before} items`)
}

/** Reads the two durations on both sides of each percentile. The key of the result is the index in `positions`. */
async function readDays(
  em: EntityManager,
  scope: StoredCountsScope,
  periods: readonly ChartPeriod[],
  positions: readonly (Position & { period: number })[],
): Promise<Map<number, number[]>> {
  const begins = positions.map(({ period }) => periods[period - 1]?.begin)
  const ends = positions.map(({ period }) => periods[period - 1]?.end)
  const column = (name: keyof Position) => positions.map((position) => position[name])
  const isWanted = sql`cycle_time_bucket(created_at, started_at, completed_at) = any(array[place.low, place.high])
    and project_id = any(${scope.project_ids}::uuid[]) and is_completed
    and completed_at >= place.begins and completed_at < place.ends`
  const { rows } = await sql<{ index: number; days: number[] }>`
    with ${changedFacts(scope)}
    select (place.number - 1)::int as index, array(
      select cycle_time_days(tally.created_at, tally.started_at, tally.completed_at) as days
      from (
        select project_id, state_id, created_at, started_at, completed_at from work_item_facts fact
        where ${isWanted} and not exists (select from changed where changed.issue_id = fact.issue_id)
        union all
        select project_id, state_id, created_at, started_at, completed_at from current where ${isWanted}
      ) tally left join states on states.id = tally.state_id where true ${storedConditionsSql(scope)}
      order by days offset place.skipped limit 2
    ) as days
    from unnest(${column('low')}::int[], ${column('high')}::int[], ${column('skipped')}::int[], ${begins}::timestamptz[], ${ends}::timestamptz[])
      with ordinality place(low, high, skipped, begins, ends, number)`.execute(query(em))
  return new Map(rows.map(({ index, days }) => [index, days]))
}

/** CTEs with the ids of the items that have changed since their facts were stored, and with their current facts. */
function changedFacts(scope: StoredCountsScope): RawBuilder<unknown> {
  return sql`changed as materialized (${changedItemIdsSql(scope)}),
    current as materialized (select * from current_work_item_facts(array(select issue_id from changed)))`
}
