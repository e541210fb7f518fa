import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import {
  type ChartAxisName,
  isMultiValuedAxis,
  isTimeAxis,
  propertyOfAxis,
} from '#common/planning/analytics/axes.ts'
import type { Granularity } from '#common/planning/analytics/periods.ts'
import { type AppError, invalid } from '#common/platform/errors.ts'
import { query } from '../../platform/db/orm.ts'
import { postgresColumnType } from '../../work/work-items/column-type.ts'

/** An axis of a chart. Only date axes use `granularity`. */
export interface CountAxis {
  name: ChartAxisName
  granularity?: Granularity
}

/** The caller's time zone. Timestamps are grouped by the days of this time zone. */
export interface CallerCalendar {
  timezone: string
  /** First day of the week; 0 is Sunday. */
  weekStartsOn: number
}

/**
 * The number of work items that have the same values on all axes. The key of an axis is null if the items
 * have no value on the axis.
 */
export interface AxisCount {
  keys: (string | null)[]
  items: number
  /**
   * The sum of the estimates of these work items, with at most two decimals. The sum is 0 if it was not
   * requested.
   */
  points: number
}

/**
 * The rows to count, which have the columns of work items. `items` and `points` are the SQL aggregates that count
 * the items and add up their estimates.
 */
export interface CountSource {
  /** Common table expressions that the rows need. */
  prepared: RawBuilder<unknown>
  rows: RawBuilder<unknown>
  items: RawBuilder<unknown>
  points: RawBuilder<unknown>
  /** Maximum number of counts. If there are more counts, the query stops early and the function throws. */
  maxCounts?: number | undefined
}

export const workItemsSource: CountSource = {
  prepared: sql``,
  rows: sql`work_items`,
  items: sql`count(*)`,
  points: sql`sum(work_items.estimate_value)`,
}

/**
 * Counts work items by the values of any number of axes, in one query. An item with two labels counts for both
 * labels, so the counts can add up to more than the number of items. Analytics and dashboards compute all of their
 * counts with this function.
 *
 * The inner query groups by the stored values, such as the whole list of labels, and the outer query converts the
 * few groups. Converting each of a million rows takes several times as long.
 */
export async function countItemsByAxes(
  em: EntityManager,
  where: RawBuilder<boolean>,
  axes: readonly CountAxis[],
  calendar: CallerCalendar,
  measure: 'items' | 'points' = 'items',
  source = workItemsSource,
): Promise<AxisCount[]> {
  const columns = axes.map((axis, index) => ({
    ...columnOf(axis, calendar, index),
    raw: rawName(index),
    key: sql.ref(`key${index}`),
  }))
  const stored = columns.map(({ stored, raw }) => sql`${stored} as ${raw},`)
  const keys = columns.map(({ value, key }) => sql`${value} as ${key},`)
  const joins = columns.map(({ join }) => join)
  const groups = columns.map((_, index) => sql.raw(String(index + 1)))
  // Read the estimates only for the measure `points`, because the smallest index of work items does not
  // contain the estimates.
  const estimates = measure === 'points' ? source.points : sql`null::numeric`
  const { maxCounts } = source
  const limit = maxCounts === undefined ? sql`` : sql`limit ${maxCounts + 1}`
  const grouped = groups.length === 0 ? sql`` : sql`group by ${sql.join(groups)}`
  const { rows } = await sql<Record<string, string | null> & { items: number; points: number }>`
    ${source.prepared} select ${sql.join(keys, sql` `)} sum(counted.items)::int as items, coalesce(sum(counted.points), 0)::float8 as points
    from (
      select ${sql.join(stored, sql` `)} ${source.items} as items, ${estimates} as points
      from ${source.rows} where ${where} ${grouped}
    ) counted ${sql.join(joins, sql` `)} ${grouped} ${limit}`.execute(query(em))
  if (maxCounts !== undefined && rows.length > maxCounts) throw tooManyValues()
  return rows.map((row) => ({
    keys: axes.map((_, index) => row[`key${index}`] ?? null),
    items: row.items ?? 0,
    points: Math.round(row.points * 100) / 100,
  }))
}

export function tooManyValues(): AppError {
  return invalid('group_by', 'The chart has too many values. Choose another axis or add filters.')
}

interface Column {
  /** SQL for the value that is stored in the row of the item. For a timestamp, it is SQL for its day. */
  stored: RawBuilder<unknown>
  /** The key of the axis, computed from the stored value. */
  value: RawBuilder<unknown>
  join: RawBuilder<unknown>
}

function rawName(index: number) {
  return sql.ref(`raw${index}`)
}

function columnOf({ name, granularity = 'day' }: CountAxis, calendar: CallerCalendar, index: number): Column {
  const { field } = propertyOfAxis(name)
  const column = sql.ref(`work_items.${field}`)
  const raw = sql.ref(`counted.raw${index}`)
  if (isTimeAxis(name)) {
    const isDay = postgresColumnType(field) === 'date'
    const stored = isDay ? column : sql`(${column} at time zone ${calendar.timezone})::date`
    return { stored, value: sql`${periodStartSql(raw, granularity, calendar)}::date::text`, join: sql`` }
  }
  if (isMultiValuedAxis(name)) {
    const unnested = sql.ref(`axis${index}`)
    return {
      stored: column,
      value: sql`${unnested}::text`,
      join: sql`cross join lateral unnest(case when ${raw} = '{}' then array[null::uuid] else ${raw} end) as ${unnested}`,
    }
  }
  if (name === 'STATE_GROUPS') {
    // Group by the state and join its group afterwards, because the index of most lists contains only the
    // state.
    const state = sql.ref(`axis${index}`)
    return {
      stored: sql`work_items.state_id`,
      value: sql`${state}."group"`,
      join: sql`left join states ${state} on ${state}.id = ${raw}`,
    }
  }
  return { stored: column, value: sql`${raw}::text`, join: sql`` }
}

/**
 * Returns SQL for the first day of a period. Weeks in PostgreSQL begin on Monday, so the day is shifted
 * before it is truncated, and shifted back afterwards.
 */
function periodStartSql(
  day: RawBuilder<unknown>,
  granularity: Granularity,
  { weekStartsOn }: CallerCalendar,
) {
  if (granularity !== 'week') return sql`date_trunc(${sql.lit(granularity)}, ${day}::timestamp)`
  const shift = sql.lit(`${(weekStartsOn + 6) % 7} days`)
  return sql`(date_trunc('week', ${day}::timestamp - interval ${shift}) + interval ${shift})`
}
