import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { type GroupKey, isMultiValued, noneGroup } from '#common/listing/keys.ts'
import { query } from '../db/orm.ts'
import { takenApart } from './groups.ts'

export interface CountedGroup {
  name: string
  total: number
  subs: Map<string, number>
}

export interface Counted {
  total: number
  groups: CountedGroup[]
}

/** How many items each group holds. An item with two labels is in two groups and counts once in the whole. */
export async function countGroups(
  em: EntityManager,
  where: RawBuilder<boolean>,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<Counted> {
  const groups = new Map<string, CountedGroup>()
  for (const { top, sub, count } of await counts(em, where, group_by, sub_group_by)) {
    const group = groups.get(top) ?? { name: top, total: 0, subs: new Map<string, number>() }
    groups.set(top, group)
    group.total += count
    if (sub_group_by !== null) group.subs.set(sub, count)
  }
  if (sub_group_by !== null && isMultiValued(sub_group_by)) {
    for (const { top, count } of await counts(em, where, group_by, null)) {
      const group = groups.get(top)
      if (group !== undefined) group.total = count
    }
  }
  const sum = [...groups.values()].reduce((all, group) => all + group.total, 0)
  return { total: isMultiValued(group_by) ? await total(em, where) : sum, groups: [...groups.values()] }
}

export async function total(em: EntityManager, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from work_items where ${where}`.execute(query(em))
  return rows[0]?.count ?? 0
}

async function counts(
  em: EntityManager,
  where: RawBuilder<boolean>,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<{ top: string; sub: string; count: number }[]> {
  const { rows } = await sql<{ top: string | null; sub: string | null; count: number }>`
    select top_value::text as top, sub_value::text as sub, count(*)::int as count
    from ${takenApart(where, group_by, sub_group_by)} group by top_value, sub_value`.execute(query(em))
  return rows.map((row) => ({ top: row.top ?? noneGroup, sub: row.sub ?? noneGroup, count: row.count }))
}
