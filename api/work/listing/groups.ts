import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import {
  fieldByGroupKey,
  type GroupKey,
  isMultiValuedGroupKey,
  noValueGroupName,
} from '#common/work/listing/keys.ts'
import { type KeysetKey, keysetKeySql } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import type { ListingPageRequest } from './list-page.ts'

/** A group or sub-group of a listing: its number of items, and the ids on the page in order. */
export interface ListingGroupPage {
  total: number
  ids: string[]
  /** Key of the last item on the page, or null if no items follow. */
  last: KeysetKey | null
  /** Sum of the estimates. Is undefined if it was not requested. */
  sum?: number
}

export interface ListingGroupResult {
  total: number
  sum?: number
  /**
   * Cells by the name of their sub-group. A group without sub-groups has one cell with the name
   * `noValueGroupName`.
   */
  cells: Map<string, ListingGroupPage>
}

/**
 * Reads the groups with their totals and the ids on the page. An item with two labels is in two groups, but
 * counts once in the total.
 */
export async function readGroups(
  em: EntityManager,
  request: ListingPageRequest,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<{ found: number; sum: number | undefined; groups: Map<string, ListingGroupResult> }> {
  const groups = new Map<string, ListingGroupResult>()
  let found = 0
  let sum = 0
  for (const row of await readCells(em, request, group_by, sub_group_by)) {
    const name = row.top ?? noValueGroupName
    const group = groups.get(name) ?? { total: 0, cells: new Map<string, ListingGroupPage>() }
    groups.set(name, group)
    const { sum: inCell } = row
    group.cells.set(row.sub ?? noValueGroupName, {
      total: row.total,
      ids: row.ids,
      last: row.last_key,
      ...(inCell !== undefined && { sum: inCell }),
    })
    group.total += row.new_in_group
    found += row.new_in_all
    if (!request.sums) continue
    group.sum = roundSum((group.sum ?? 0) + (row.sum_new_in_group ?? 0))
    sum = roundSum(sum + (row.sum_new_in_all ?? 0))
  }
  return { found, groups, sum: request.sums ? sum : undefined }
}

/** Rounds a sum of values with at most two decimals, because floating-point addition causes small errors. */
function roundSum(sum: number): number {
  return Math.round(sum * 100) / 100
}

interface CellRow {
  top: string | null
  sub: string | null
  total: number
  /**
   * Number of items in this cell that no earlier cell of the group (`new_in_group`) or of the listing
   * (`new_in_all`) contains.
   */
  new_in_group: number
  new_in_all: number
  ids: string[]
  last_key: KeysetKey | null
  /** Sums of the estimates. Is undefined if they were not requested. */
  sum?: number
  sum_new_in_group?: number
  sum_new_in_all?: number
}

/**
 * Reads all groups in one scan. The inner query sorts the items and repeats each item for every cell (group
 * and sub-group) that contains it. The outer query collects the ids of each cell in that order. PostgreSQL
 * keeps the order only if it does not sort by cell, so sorting is disabled for this transaction.
 * An item with two assignees and three labels is in six cells: `width` is 2, `height` is 3, and cell 0
 * combines the first assignee and the first label. `generate_series` over the cells is cheaper than two
 * nested `unnest` calls or a join.
 */
async function readCells(
  em: EntityManager,
  { where, order, page, sums }: ListingPageRequest,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<CellRow[]> {
  if (!em.isInTransaction()) throw new Error('a grouped list is read in a transaction')
  const top = axis(group_by, 'tops', 'width', sql`cell % width`)
  const sub = axis(sub_group_by, 'subs', 'height', sql`cell / width`)
  const several = top.several || sub.several
  const index = (number: number) => sql`${Math.min(number, largestIndex)}::int`
  const sorting = sql`select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`
  const sum = (isPart: boolean, condition: RawBuilder<boolean>) =>
    sql`coalesce(sum(estimate_value) ${isPart ? sql`filter (where ${condition})` : sql``}, 0)::float8`
  const summed = sql`${sum(false, sql`true`)} as sum, ${sum(sub.several, sql`cell < width`)} as sum_new_in_group,
    ${sum(several, sql`cell = 0`)} as sum_new_in_all,`
  const end = index(page.size * (page.number + 1))
  const cells = sql`
    select ${top.value}::text as top, ${sub.value}::text as sub, count(*)::int as total,
      ${countOf(sub.several, sql`cell < width`)} as new_in_group, ${countOf(several, sql`cell = 0`)} as new_in_all,
      ${sums ? summed : sql``}
      to_json((array_agg(id))[${index(page.size * page.number + 1)}:${end}]) as ids,
      case when count(*) > ${end} then (array_agg(id))[${end}] end as last_id
    from (
      select ordered.*, ${several ? sql`generate_series(0, width * height - 1)` : sql`0`} as cell from (
        select work_items.id, ${top.columns}, ${sub.columns} ${sums ? sql`, work_items.estimate_value` : sql``} from work_items where ${where} order by ${order.by}
      ) ordered
    ) placed
    group by ${sub_group_by === null ? top.value : sql`${top.value}, ${sub.value}`}`
  await sorting.execute(query(em))
  // Read the key in the same statement, so that the item cannot change in between.
  const { rows } = await sql<CellRow>`
    select cells.*, (select ${keysetKeySql(order.columns)} from work_items where work_items.id = cells.last_id) as last_key
    from (${cells}) cells`.execute(query(em))
  return rows
}

const largestIndex = 2_147_483_647

interface Axis {
  /** True if an item can be in several groups of this level, for example because it has several labels. */
  several: boolean
  columns: RawBuilder<unknown>
  /** Value of the item that determines its group on this level, or null if the item has no value. */
  value: RawBuilder<unknown>
}

/**
 * Returns the SQL for one level of groups (groups or sub-groups). An item appears once for each of its values, such
 * as once for each label, or once if it has no value. `index` is the index of a value, starting at 0.
 */
function axis(key: GroupKey | null, values: string, count: string, index: RawBuilder<number>): Axis {
  const [all, length] = [sql.ref(values), sql.ref(count)]
  if (key === null) return { several: false, columns: sql`1 as ${length}`, value: sql`null` }
  const column = sql.ref(`work_items.${fieldByGroupKey[key]}`)
  if (!isMultiValuedGroupKey(key)) {
    return { several: false, columns: sql`${column} as ${all}, 1 as ${length}`, value: all }
  }
  return {
    several: true,
    columns: sql`${column} as ${all}, greatest(1, cardinality(${column})) as ${length}`,
    value: sql`${all}[${index} + 1]`,
  }
}

function countOf(isPart: boolean, condition: RawBuilder<boolean>): RawBuilder<number> {
  return isPart ? sql`(count(*) filter (where ${condition}))::int` : sql`count(*)::int`
}
