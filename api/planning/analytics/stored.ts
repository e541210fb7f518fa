import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type ChartAxisName, isTimeAxis, propertyOfAxis } from '#common/planning/analytics/axes.ts'
import type { ListingCondition } from '#common/work/listing/condition.ts'
import { query } from '../../platform/db/orm.ts'
import type { ItemAccessScope } from '../../work/listing/listable.ts'
import {
  type AxisCount,
  type CallerCalendar,
  type CountAxis,
  countItemsByAxes,
} from './count-items-by-axes.ts'

/**
 * A filter by project, state or state group. Other filters cannot be used with the stored counts, because the counts
 * are stored for each project and state only.
 */
type StoredCondition = Extract<ListingCondition, { kind: 'in' }> & { field: keyof typeof storedColumns }

const storedColumns = {
  project_id: sql`tally.project_id::text`,
  state_id: sql`tally.state_id::text`,
  state__group: sql`states."group"`,
}

/** A selection of work items that can be counted from the stored counts (table `work_item_tallies`). */
export interface StoredCountsScope {
  workspace_id: string
  project_ids: readonly string[]
  conditions: readonly StoredCondition[]
}

/**
 * Charts use the stored counts only if at most this many items have changed since the counts were stored. For each
 * changed item, a chart subtracts the stored values and adds the current values. If more items have changed,
 * counting all items again is faster.
 */
const maxChangedItems = 20_000

/**
 * Returns the selection of all items of the projects that match the filters. Returns null if the stored counts
 * cannot be used: the caller can access only some items of a project, a filter uses a property other than those in
 * `storedColumns`, or too many items have changed since the counts were stored.
 */
export async function findStoredCountsScope(
  em: EntityManager,
  { workspace_id, project_ids, access }: ItemAccessScope,
  filters: ListingCondition,
): Promise<StoredCountsScope | null> {
  if (partsOf(access).length > 0) return null
  const conditions = partsOf(filters)
  if (!conditions.every(isStored) || (await hasManyChangedItems(em, workspace_id))) return null
  return { workspace_id, project_ids, conditions }
}

async function hasManyChangedItems(em: EntityManager, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ marks: number }>`
    select count(*)::int as marks from (
      select from changed_work_items where workspace_id = ${workspaceId}::uuid limit ${maxChangedItems + 1}
    ) mark`.execute(query(em))
  return (rows[0]?.marks ?? 0) > maxChangedItems
}

function partsOf(condition: ListingCondition): readonly ListingCondition[] {
  return condition.kind === 'all' ? condition.of.flatMap(partsOf) : [condition]
}

function isStored(condition: ListingCondition): condition is StoredCondition {
  return condition.kind === 'in' && Object.hasOwn(storedColumns, condition.field)
}

/**
 * The axes by which every stored count can be grouped, with their columns. In addition, each count is stored for one
 * value of another field, such as a label.
 */
const commonAxes: Partial<Record<ChartAxisName, RawBuilder<unknown>>> = {
  STATES: storedColumns.state_id,
  STATE_GROUPS: storedColumns.state__group,
  PROJECTS: storedColumns.project_id,
}

export function isAxisOfStoredCounts({ name }: CountAxis): boolean {
  return commonAxes[name] !== undefined
}

/**
 * A sum of stored counts. `label` is the value of the stored field as text. It is an empty string if the items have
 * no value.
 */
export interface LabeledCount extends AxisCount {
  label: string
}

/**
 * Returns the same as `countItemsByAxes`, but adds up stored counts. Returns null if no counts are stored by these
 * axes.
 */
export async function countStored(
  em: EntityManager,
  scope: StoredCountsScope,
  axes: readonly CountAxis[],
): Promise<AxisCount[] | null> {
  const [own, ...others] = axes.filter((axis) => !isAxisOfStoredCounts(axis))
  if (others.length > 0 || (own !== undefined && isTimeAxis(own.name))) return null
  const field = own === undefined ? 'state_id' : propertyOfAxis(own.name).field
  const common = axes.filter(isAxisOfStoredCounts)
  const counts = await sumTallies(em, scope, common, talliesSql(scope, field))
  const found = counts.map(({ label, keys, items, points }) => ({
    keys: orderKeysByAxes(axes, label || null, keys),
    items,
    points,
  }))
  return found.filter(({ items }) => items !== 0)
}

/**
 * Returns the keys in the order of the axes. `common` contains the keys of the axes in `commonAxes`. `own` is
 * the key of the other axis, of which there is at most one.
 */
export function orderKeysByAxes(
  axes: readonly CountAxis[],
  own: string | null,
  common: readonly (string | null)[],
): (string | null)[] {
  const rest = [...common]
  return axes.map((axis) => (isAxisOfStoredCounts(axis) ? (rest.shift() ?? null) : own))
}

/**
 * Adds up numbers by their labels and by common axes. `tallies` is SQL that selects the columns `project_id`,
 * `label`, `state_id`, `items` and `points`. It can read the ids of the CTE `changedItems`.
 */
export async function sumTallies(
  em: EntityManager,
  scope: StoredCountsScope,
  common: readonly CountAxis[],
  tallies: RawBuilder<unknown>,
): Promise<LabeledCount[]> {
  const keys = common.map(({ name }, index) => sql`, ${commonAxes[name]} as ${sql.ref(`key${index}`)}`)
  const groups = [sql.raw('1'), ...common.map((_, index) => sql.raw(String(index + 2)))]
  const { rows } = await sql<
    Record<string, string | null> & { label: string; items: number; points: number }
  >`
    with ${changedItems(scope)}
    select tally.label ${sql.join(keys, sql` `)}, sum(tally.items)::int as items, sum(tally.points)::float8 as points
    from (${tallies}) tally left join states on states.id = tally.state_id
    where tally.project_id = any(${scope.project_ids}::uuid[]) ${storedConditionsSql(scope)}
    group by ${sql.join(groups)}`.execute(query(em))
  return rows.map((row) => ({
    label: row.label,
    keys: common.map((_, index) => row[`key${index}`] ?? null),
    items: row.items,
    points: Math.round(row.points * 100) / 100,
  }))
}

/**
 * Counts the items that match `condition` by their facts (rows of `work_item_facts`). `condition` names the columns
 * as `work_items.…`. Reading facts is faster than counting the items, because there are fewer and smaller rows.
 */
export async function countFacts(
  em: EntityManager,
  scope: StoredCountsScope,
  condition: RawBuilder<boolean>,
  axes: readonly CountAxis[],
  calendar: CallerCalendar,
  measure: 'items' | 'points',
  maxCounts?: number,
): Promise<AxisCount[]> {
  const isOfState = sql`work_items.state_id in (
    select tally.state_id from (select id as state_id, project_id from states) tally
    join states on states.id = tally.state_id where tally.project_id = any(${scope.project_ids}::uuid[]) ${storedConditionsSql(scope)})`
  const where = sql<boolean>`work_items.project_id = any(${scope.project_ids}::uuid[]) and ${condition}
    and ${scope.conditions.length === 0 ? sql`true` : isOfState}`
  const counts = await countItemsByAxes(em, where, axes, calendar, measure, {
    prepared: sql`with ${changedItems(scope)}`,
    rows: sql`(select 1 as n, fact.* from work_item_facts fact union all select * from ${changedFactsSql} fact) work_items`,
    items: sql`sum(work_items.n)`,
    points: sql`sum(work_items.n * work_items.estimate_value)`,
    maxCounts,
  })
  return counts.filter(({ items }) => items !== 0)
}

function changedItems(scope: StoredCountsScope): RawBuilder<unknown> {
  return sql`changed as materialized (
    select coalesce(array_agg(issue_id), '{}') as ids from (${changedItemIdsSql(scope)}) item
  )`
}

/** Returns SQL that continues a condition with the filters of the scope. */
export function storedConditionsSql({ conditions }: StoredCountsScope): RawBuilder<unknown> {
  const parts = conditions.map(
    ({ field, values }) => sql`and ${storedColumns[field]} = any(${values}::text[])`,
  )
  return sql.join(parts, sql` `)
}

/** Selects the ids of the items of a workspace that have changed since the counts were stored. */
export function changedItemIdsSql({ workspace_id }: StoredCountsScope): RawBuilder<unknown> {
  return sql`select distinct issue_id from changed_work_items where workspace_id = ${workspace_id}::uuid`
}

/**
 * SQL for the facts and state changes of items that have changed since the counts were stored. The stored rows have
 * `n = -1` and the current rows `n = 1`. Adding the sum of `n` to a stored count results in the current count.
 */
export const changedFactsSql = sql`(
  select -1 as n, fact.* from work_item_facts fact where issue_id = any((select ids from changed)::uuid[])
  union all select 1, fact.* from current_work_item_facts((select ids from changed)) fact)`
export const changedMovesSql = sql`(
  select -1 as n, move.* from work_item_moves move where issue_id = any((select ids from changed)::uuid[])
  union all select 1, move.* from current_work_item_moves((select ids from changed)) move)`

/** Selects the stored counts of a field, and corrections for items that have changed since the counts were stored. */
export function talliesSql(scope: StoredCountsScope, field: string): RawBuilder<unknown> {
  return sql`${storedTalliesSql(scope, field)}
    union all
    select (side.fact).project_id, cell.value, (side.fact).state_id, side.n, side.n * coalesce((side.fact).estimate_value, 0)
    from (
      select -1 as n, fact from work_item_facts fact where issue_id = any((select ids from changed)::uuid[])
      union all select 1, fact from current_work_item_facts((select ids from changed)) fact
    ) side cross join lateral cells_of_fact(side.fact) cell
    where cell.field = ${field}`
}

export function storedTalliesSql({ project_ids }: StoredCountsScope, field: string): RawBuilder<unknown> {
  return sql`
    select project_id, value as label, state_id, items, points from work_item_tallies
    where field = ${field} and project_id = any(${project_ids}::uuid[])`
}
