import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type GroupKey, groupColumns, isMultiValued, noneGroup } from '#common/listing/keys.ts'
import { query } from '../db/orm.ts'
import type { Asked } from './list-page.ts'

/** A group, or a sub-group within one: how many items it holds, and those on the page, in order. */
export interface Cell {
  total: number
  ids: string[]
}

export interface Group {
  total: number
  /** By the name of the sub-group; a group without sub-groups has one cell, under the name of having none. */
  cells: Map<string, Cell>
}

/** Groups with their totals and the ids on the page. An item with two labels is in two groups and counts once in the whole. */
export async function readGroups(
  em: EntityManager,
  asked: Asked,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<{ found: number; groups: Map<string, Group> }> {
  const groups = new Map<string, Group>()
  let found = 0
  for (const row of await readCells(em, asked, group_by, sub_group_by)) {
    const name = row.top ?? noneGroup
    const group = groups.get(name) ?? { total: 0, cells: new Map<string, Cell>() }
    groups.set(name, group)
    group.cells.set(row.sub ?? noneGroup, { total: row.total, ids: row.ids })
    group.total += row.new_in_group
    found += row.new_in_all
  }
  return { found, groups }
}

interface CellRow {
  top: string | null
  sub: string | null
  total: number
  /** Items of the cell that have not been counted in an earlier sub-group of the group, or in an earlier group. */
  new_in_group: number
  new_in_all: number
  ids: string[]
}

/**
 * One scan puts the items in order, takes them apart by their values and gathers the ids of each cell as they come. PostgreSQL keeps
 * their order unless it sorts them by cell in between, so sorting is made dear for this transaction.
 */
async function readCells(
  em: EntityManager,
  { where, order, page }: Asked,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<CellRow[]> {
  if (!em.isInTransaction()) throw new Error('a grouped list is read in a transaction')
  await sql`select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`.execute(
    query(em),
  )
  const [top, sub] = [taker('top', group_by), taker('sub', sub_group_by)]
  const place = (number: number) => sql`${Math.min(number, largestPlace)}::int`
  const { rows } = await sql<CellRow>`
    select top::text, ${sub_group_by === null ? sql`null` : sql`sub::text`} as sub, count(*)::int as total,
      ${countOf(sub.isFirst)} as new_in_group, ${countOf([...top.isFirst, ...sub.isFirst])} as new_in_all,
      to_json((array_agg(id))[${place(page.size * page.number + 1)}:${place(page.size * (page.number + 1))}]) as ids
    from (
      select id, top, first_top, first_sub, ${sub.each} as sub from (
        select id, first_top, ${top.each} as top, first_sub, subs from (
          select work_items.id, ${top.columns}, ${sub.columns} from work_items where ${where} order by ${order.by}
        ) ordered
      ) by_top
    ) by_both
    group by ${sub_group_by === null ? sql`top` : sql`top, sub`}`.execute(query(em))
  return rows
}

const largestPlace = 2_147_483_647

interface Taker {
  /** An item's values, and the first of them. */
  columns: RawBuilder<unknown>
  /** Each of the values, null where there is none. */
  each: RawBuilder<unknown>
  /** What holds of one of an item's values alone; nothing has to for a key with one value. */
  isFirst: RawBuilder<boolean>[]
}

/** Values are taken apart in the list of columns: as a join it costs PostgreSQL three times as much. */
function taker(one: 'top' | 'sub', key: GroupKey | null): Taker {
  const [value, values, first] = [sql.ref(one), sql.ref(`${one}s`), sql.ref(`first_${one}`)]
  const column = key === null ? sql`null` : sql.ref(`work_items.${groupColumns[key]}`)
  if (key === null || !isMultiValued(key)) {
    return { columns: sql`${column} as ${values}, null as ${first}`, each: values, isFirst: [] }
  }
  return {
    columns: sql`${column} as ${values}, ${column}[1] as ${first}`,
    each: sql`unnest(case when ${values} = '{}' then '{null}' else ${values} end)`,
    isFirst: [sql`${value} is not distinct from ${first}`],
  }
}

function countOf(conditions: RawBuilder<boolean>[]): RawBuilder<number> {
  if (conditions.length === 0) return sql`count(*)::int`
  return sql`(count(*) filter (where ${sql.join(conditions, sql` and `)}))::int`
}
