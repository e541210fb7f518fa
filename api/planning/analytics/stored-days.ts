import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { hasTooManyPeriods, listPeriodsInRange, startOfPeriod } from '#common/planning/analytics/periods.ts'
import type { DayRange } from '#common/planning/figures/days.ts'
import { addDays, type Clock } from '#common/platform/clock.ts'
import type { AxisCount, CallerCalendar, CountAxis } from './count-items-by-axes.ts'
import {
  changedFactsSql,
  changedMovesSql,
  type LabeledCount,
  type StoredCountsScope,
  storedTalliesSql,
  sumTallies,
  talliesSql,
} from './stored.ts'

type Granularity = NonNullable<CountAxis['granularity']>

/**
 * Timestamps for which the number of items is stored by day in UTC. `flow` is not a column of items: for each
 * day, it stores how the number of items in each state changes.
 */
export type StoredTimestampField = 'created_at' | 'completed_at' | 'flow'
export type StoredDateField = StoredTimestampField | 'start_date' | 'target_date'

/** The periods of a chart over time: days, weeks, months, or the whole range of the chart as a single period. */
export interface ChartPeriods {
  /** Returns the first day of the period that contains the day, or null for days outside of the chart. */
  keyOf(day: string): string | null
  /** Returns the days whose previous day belongs to another period, or to no period. */
  cuts(days: DayRange): string[]
}

export function periodsOfRange(
  range: DayRange,
  granularity: Granularity,
  weekStartsOn: number,
): ChartPeriods {
  return {
    keyOf: (day) =>
      day < range.first || day > range.last ? null : startOfPeriod(day, granularity, weekStartsOn),
    cuts: () => [
      range.first,
      ...listPeriodsInRange(range, granularity, weekStartsOn).filter((day) => day > range.first),
      addDays(range.last, 1),
    ],
  }
}

/** Returns the periods of a chart without a date range. */
export function allPeriods(granularity: Granularity, weekStartsOn: number): ChartPeriods {
  return {
    keyOf: (day) => startOfPeriod(day, granularity, weekStartsOn),
    cuts: ({ first, last }) =>
      listPeriodsInRange({ first, last: addDays(last, 1) }, granularity, weekStartsOn),
  }
}

/**
 * Returns the periods of a chart that adds up all changes since the first item. Days before the range belong
 * to its first period.
 */
export function periodsOfSums(range: DayRange, granularity: Granularity, weekStartsOn: number): ChartPeriods {
  const { keyOf, cuts } = periodsOfRange(range, granularity, weekStartsOn)
  return {
    keyOf: (day) => (day < range.first ? keyOf(range.first) : keyOf(day)),
    cuts: (days) => cuts(days).slice(1),
  }
}

/**
 * Counts items by the periods of `field` and by the axes in `common`. The first key of a count is the period, or
 * null for items without a date. Returns null for a chart with too many periods, because correcting the count of
 * each period is then slower than counting the items.
 *
 * The counts are stored by days in UTC, so they are corrected where a period begins: items between midnight in UTC
 * and midnight in the caller's time zone are counted individually.
 */
export async function countStoredPeriods(
  em: EntityManager,
  scope: StoredCountsScope,
  field: StoredDateField,
  periods: ChartPeriods,
  common: readonly CountAxis[],
  calendar: CallerCalendar & Pick<Clock, 'startOf'>,
): Promise<AxisCount[] | null> {
  const isMoment = field !== 'start_date' && field !== 'target_date'
  const tallies = isMoment ? localTallies(scope, field, calendar.timezone) : talliesSql(scope, field)
  const counts = await sumTallies(em, scope, common, tallies)
  const moved = isMoment ? await correctedCounts(em, scope, field, periods, common, calendar, counts) : []
  return moved === null ? null : addUp([...counts.flatMap((count) => inPeriod(count, periods)), ...moved])
}

function inPeriod({ label, keys, ...count }: LabeledCount, periods: ChartPeriods): AxisCount[] {
  const key = label === '' ? null : periods.keyOf(label)
  return key === null && label !== '' ? [] : [{ ...count, keys: [key, ...keys] }]
}

function addUp(counts: readonly AxisCount[]): AxisCount[] {
  const sums = new Map<string, AxisCount>()
  for (const { keys, items, points } of counts) {
    const id = JSON.stringify(keys)
    const before = sums.get(id) ?? { keys, items: 0, points: 0 }
    sums.set(id, {
      keys,
      items: before.items + items,
      points: Math.round((before.points + points) * 100) / 100,
    })
  }
  return [...sums.values()].filter(({ items }) => items !== 0)
}

/**
 * Selects the counts that are stored by days in UTC, and corrections for items that have changed since the counts
 * were stored. The corrections are already assigned to days in the time zone of the caller.
 */
function localTallies(
  scope: StoredCountsScope,
  field: StoredTimestampField,
  timezone: string,
): RawBuilder<unknown> {
  return sql`${storedTalliesSql(scope, field)}
    union all
    select project_id, coalesce((at at time zone ${timezone})::date::text, ''), state_id, n, n * points
    from (${eventsOf(field, changedFactsSql, changedMovesSql)}) event`
}

const maxCuts = 400

/**
 * Returns corrections of the counts. They move items to another period if the item's day in UTC and its day
 * in the time zone of the caller are in different periods.
 */
async function correctedCounts(
  em: EntityManager,
  scope: StoredCountsScope,
  field: StoredTimestampField,
  periods: ChartPeriods,
  common: readonly CountAxis[],
  { startOf }: Pick<Clock, 'startOf'>,
  counts: readonly LabeledCount[],
): Promise<AxisCount[] | null> {
  const days = counts.map(({ label }) => label).filter((label) => label !== '')
  const [first = '', last = ''] = [days.toSorted()[0], days.toSorted().at(-1)]
  if (first === '') return []
  if (hasTooManyPeriods({ first, last }, 'month')) return null
  // Check every day for `flow`. If the moves of a day cancel each other out, no number is stored for the day,
  // but some of these moves may be between midnight in UTC and midnight in the caller's time zone.
  const isNeeded = (day: string) => field === 'flow' || (day >= first && day <= addDays(last, 1))
  const cuts = periods
    .cuts({ first, last })
    .filter(isNeeded)
    .map((day) => ({ day, utc: `${day}T00:00:00.000Z`, local: startOf(day) }))
    .filter(({ utc, local }) => utc !== local)
  if (cuts.length === 0) return []
  if (cuts.length > maxCuts) return null
  const found = await sumTallies(em, scope, common, talliesOfCuts(scope, field, cuts))
  return found.flatMap(({ label, keys, items, points }) => {
    const cut = cuts[Number(label)]
    if (cut === undefined) return []
    const sides = [addDays(cut.day, -1), cut.day].map(periods.keyOf)
    const [from, to] = cut.local < cut.utc ? sides : sides.toReversed()
    return [
      ...(from ? [{ keys: [from, ...keys], items: -items, points: -points }] : []),
      ...(to ? [{ keys: [to, ...keys], items, points }] : []),
    ]
  })
}

function talliesOfCuts(
  { project_ids }: StoredCountsScope,
  field: StoredTimestampField,
  cuts: readonly { utc: string; local: string }[],
): RawBuilder<unknown> {
  const spans = cuts.map(({ utc, local }) => [utc, local].sort())
  const begins = spans.map(([begin]) => begin)
  const ends = spans.map(([, end]) => end)
  const [facts, moves] = [sql`work_item_facts`, sql`work_item_moves`]
  return sql`
    select event.project_id, (cut.number - 1)::text as label, event.state_id, event.n as items, event.n * event.points as points
    from unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) with ordinality cut(begins, ends, number)
    cross join lateral (
      select * from (${eventsOf(field, sql`(select 1 as n, * from ${facts})`, sql`(select 1 as n, * from ${moves})`)}) event
      where project_id = any(${project_ids}::uuid[]) and at >= cut.begins and at < cut.ends
    ) event`
}

/**
 * Selects one row for each timestamp `field` of an item. For `flow`, selects rows for the creation of the item
 * and for its moves between states: `n` is positive if the item enters the state and negative if it leaves the
 * state. The rows correspond to the SQL functions `cells_of_fact` and `cells_of_move`.
 */
function eventsOf(
  field: StoredTimestampField,
  facts: RawBuilder<unknown>,
  moves: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (field !== 'flow')
    return sql`select n, project_id, ${sql.ref(field)} as at, state_id, coalesce(estimate_value, 0) as points from ${facts} fact`
  const stateOf = (column: string) =>
    sql`coalesce(${sql.ref(column)}, '00000000-0000-0000-0000-000000000000')`
  const moved = (n: RawBuilder<unknown>, at: string, state: string) =>
    sql`select ${n}, project_id, ${sql.ref(at)}, ${stateOf(state)}, 0 from ${moves} move`
  return sql`select n, project_id, created_at as at, state_id, 0 as points from ${facts} fact
    union all ${moved(sql`-n`, 'moved_at', 'old_state_id')}
    union all ${moved(sql`n`, 'moved_at', 'new_state_id')}
    union all ${moved(sql`n`, 'created_at', 'old_state_id')}
    union all ${moved(sql`-n`, 'created_at', 'new_state_id')}`
}
