import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type GroupKey, groupColumns, isMultiValued, noneGroup } from '#common/work/listing/keys.ts'
import { type Key, keyOf } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import type { PageRequest } from './list-page.ts'

/** A group, or a sub-group within one: how many items it holds, and those on the page, in order. */
export interface Cell {
  total: number
  ids: string[]
  /** The key of the last item on the page, where others follow. */
  last: Key | null
  /** What the estimates of all of them come to, where that is asked for. */
  sum?: number
}

export interface Group {
  total: number
  sum?: number
  /** By the name of the sub-group; a group without sub-groups has one cell, under the name of having none. */
  cells: Map<string, Cell>
}

/** Groups with their totals and the ids on the page. An item with two labels is in two groups and counts once in the whole. */
export async function readGroups(
  em: EntityManager,
  asked: PageRequest,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<{ found: number; sum: number | undefined; groups: Map<string, Group> }> {
  const groups = new Map<string, Group>()
  let found = 0
  let sum = 0
  for (const row of await readCells(em, asked, group_by, sub_group_by)) {
    const name = row.top ?? noneGroup
    const group = groups.get(name) ?? { total: 0, cells: new Map<string, Cell>() }
    groups.set(name, group)
    const { sum: inCell } = row
    group.cells.set(row.sub ?? noneGroup, {
      total: row.total,
      ids: row.ids,
      last: row.last_key,
      ...(inCell !== undefined && { sum: inCell }),
    })
    group.total += row.new_in_group
    found += row.new_in_all
    if (!asked.sums) continue
    group.sum = exact((group.sum ?? 0) + (row.sum_new_in_group ?? 0))
    sum = exact(sum + (row.sum_new_in_all ?? 0))
  }
  return { found, groups, sum: asked.sums ? sum : undefined }
}

/** Of values with at most two decimals. */
function exact(sum: number): number {
  return Math.round(sum * 100) / 100
}

interface CellRow {
  top: string | null
  sub: string | null
  total: number
  /** Items of the cell that have not been counted in an earlier sub-group of the group, or in an earlier group. */
  new_in_group: number
  new_in_all: number
  ids: string[]
  last_key: Key | null
  /** The same of what they come to, where that is asked for. */
  sum?: number
  sum_new_in_group?: number
  sum_new_in_all?: number
}

/**
 * One scan puts the items in order, gives each a number for every cell that it stands in, and gathers the ids of each cell as they come.
 * PostgreSQL keeps their order unless it sorts them by cell in between, so sorting is made dear for this transaction.
 *
 * An item with two people and three labels stands in six cells: it is two wide and three high, and cell 0 is its first person's first label.
 * Counting through cells costs PostgreSQL less than taking one array apart within the other, and a fraction of a join.
 */
async function readCells(
  em: EntityManager,
  { where, order, page, sums }: PageRequest,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<CellRow[]> {
  if (!em.isInTransaction()) throw new Error('a grouped list is read in a transaction')
  const top = axis(group_by, 'tops', 'width', sql`cell % width`)
  const sub = axis(sub_group_by, 'subs', 'height', sql`cell / width`)
  const several = top.several || sub.several
  const place = (number: number) => sql`${Math.min(number, largestPlace)}::int`
  const sorting = sql`select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`
  const sum = (isPart: boolean, condition: RawBuilder<boolean>) =>
    sql`coalesce(sum(estimate_value) ${isPart ? sql`filter (where ${condition})` : sql``}, 0)::float8`
  const summed = sql`${sum(false, sql`true`)} as sum, ${sum(sub.several, sql`cell < width`)} as sum_new_in_group,
    ${sum(several, sql`cell = 0`)} as sum_new_in_all,`
  const end = place(page.size * (page.number + 1))
  const cells = sql`
    select ${top.value}::text as top, ${sub.value}::text as sub, count(*)::int as total,
      ${countOf(sub.several, sql`cell < width`)} as new_in_group, ${countOf(several, sql`cell = 0`)} as new_in_all,
      ${sums ? summed : sql``}
      to_json((array_agg(id))[${place(page.size * page.number + 1)}:${end}]) as ids,
      case when count(*) > ${end} then (array_agg(id))[${end}] end as last_id
    from (
      select ordered.*, ${several ? sql`generate_series(0, width * height - 1)` : sql`0`} as cell from (
        select work_items.id, ${top.columns}, ${sub.columns} ${sums ? sql`, work_items.estimate_value` : sql``} from work_items where ${where} order by ${order.by}
      ) ordered
    ) placed
    group by ${sub_group_by === null ? top.value : sql`${top.value}, ${sub.value}`}`
  await sorting.execute(query(em))
  // The same statement reads the key, so that the item has not moved meanwhile.
  const { rows } = await sql<CellRow>`
    select cells.*, (select ${keyOf(order.columns)} from work_items where work_items.id = cells.last_id) as last_key
    from (${cells}) cells`.execute(query(em))
  return rows
}

const largestPlace = 2_147_483_647

interface Axis {
  /** An item can have more than one value. */
  several: boolean
  columns: RawBuilder<unknown>
  /** What stands in a cell; null where the item has no value. */
  value: RawBuilder<unknown>
}

/** An item's values on one side of the cells and how many they are, of which `place`, from 0 on, is a cell's. To have none counts as one. */
function axis(key: GroupKey | null, values: string, count: string, place: RawBuilder<number>): Axis {
  const [all, length] = [sql.ref(values), sql.ref(count)]
  if (key === null) return { several: false, columns: sql`1 as ${length}`, value: sql`null` }
  const column = sql.ref(`work_items.${groupColumns[key]}`)
  if (!isMultiValued(key)) {
    return { several: false, columns: sql`${column} as ${all}, 1 as ${length}`, value: all }
  }
  return {
    several: true,
    columns: sql`${column} as ${all}, greatest(1, cardinality(${column})) as ${length}`,
    value: sql`${all}[${place} + 1]`,
  }
}

function countOf(isPart: boolean, condition: RawBuilder<boolean>): RawBuilder<number> {
  return isPart ? sql`(count(*) filter (where ${condition}))::int` : sql`count(*)::int`
}
