import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import {
  type ChartAxisName,
  isMultiValuedAxis,
  isTimeAxis,
  propertyOfAxis,
} from '#common/planning/analytics/axes.ts'
import type { Granularity } from '#common/planning/analytics/periods.ts'
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
  /** The sum of the estimates of these work items, with at most two decimals. */
  points: number
}

/**
 * Counts work items by the values of any number of axes, in one query. An item with two labels counts for both labels, so the counts
 * can add up to more than the number of items. Analytics and dashboards get all of their figures from this function.
 */
export async function countByAxes(
  em: EntityManager,
  where: RawBuilder<boolean>,
  axes: readonly CountAxis[],
  calendar: CallerCalendar,
): Promise<AxisCount[]> {
  const columns = axes.map((axis, index) => ({
    ...columnOf(axis, calendar, index),
    key: sql.ref(`key${index}`),
  }))
  const keys = columns.map(({ value, key }) => sql`${value} as ${key},`)
  const joins = columns.map(({ join }) => join)
  const groups = columns.map((_, index) => sql.raw(String(index + 1)))
  const { rows } = await sql<Record<string, string | null> & { items: number; points: number }>`
    select ${sql.join(keys, sql` `)} count(*)::int as items, coalesce(sum(work_items.estimate_value), 0)::float8 as points
    from work_items ${sql.join(joins, sql` `)} where ${where}
    ${groups.length === 0 ? sql`` : sql`group by ${sql.join(groups)}`}`.execute(query(em))
  return rows.map((row) => ({
    keys: axes.map((_, index) => row[`key${index}`] ?? null),
    items: row.items,
    points: Math.round(row.points * 100) / 100,
  }))
}

interface Column {
  value: RawBuilder<unknown>
  join: RawBuilder<unknown>
}

function columnOf({ name, granularity = 'day' }: CountAxis, calendar: CallerCalendar, index: number): Column {
  const { field } = propertyOfAxis(name)
  const column = sql.ref(`work_items.${field}`)
  if (isTimeAxis(name)) {
    const day =
      postgresColumnType(field) === 'date' ? column : sql`(${column} at time zone ${calendar.timezone})`
    return { value: sql`${periodSql(day, granularity, calendar)}::date::text`, join: sql`` }
  }
  if (!isMultiValuedAxis(name)) return { value: sql`${column}::text`, join: sql`` }
  const unnested = sql.ref(`axis${index}`)
  return {
    value: sql`${unnested}::text`,
    join: sql`cross join lateral unnest(case when ${column} = '{}' then array[null::uuid] else ${column} end) as ${unnested}`,
  }
}

/**
 * Returns SQL for the first day of a period. Weeks in PostgreSQL begin on Monday, so the day is shifted
 * before it is truncated, and shifted back afterwards.
 */
export function periodSql(
  day: RawBuilder<unknown>,
  granularity: Granularity,
  { weekStartsOn }: CallerCalendar,
) {
  if (granularity !== 'week') return sql`date_trunc(${sql.lit(granularity)}, ${day}::timestamp)`
  const shift = sql.lit(`${(weekStartsOn + 6) % 7} days`)
  return sql`(date_trunc('week', ${day}::timestamp - interval ${shift}) + interval ${shift})`
}
