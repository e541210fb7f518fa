import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { all, isIn } from '#common/listing/condition.ts'
import { type GroupKey, isMultiValued, noneGroup } from '#common/listing/keys.ts'
import { conditionOf, type Listing } from '#common/listing/listing.ts'
import type { Page } from '#common/listing/read-query.ts'
import type { WorkItemListing } from '#common/listing/schema.ts'
import { type WorkItemRow, workItemRow } from '#common/work-items/schema.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { toSql } from './condition.ts'
import { type Counted, type CountedGroup, countGroups, total } from './count.ts'
import { envelope } from './envelope.ts'
import { isIndexed, knownGroups, takenApart } from './groups.ts'
import { orderSql } from './order.ts'
import type { Scope } from './scope.ts'

/**
 * One page of a listing, straight from rows. Grouped, the page is inside each group: one scan numbers the rows of every group
 * and keeps those on the page. What a listing means is said in `common/listing/`; this is the same in SQL.
 */
export async function listPage(
  em: EntityManager,
  scope: Scope,
  listing: Listing,
  page: Page,
): Promise<WorkItemListing> {
  const where = whereSql(scope, listing)
  const order = await orderSql(em, scope, listing.order_by)
  return listing.group_by === null
    ? flat(em, { where, order, page })
    : grouped(em, scope, { where, order, page }, listing.group_by, listing.sub_group_by)
}

interface Asked {
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  page: Page
}

/**
 * The workspace, the projects within reach and the trash are no matter of the language: whatever a context asks for, no row from
 * elsewhere is looked at.
 */
export function whereSql({ workspace_id, project_ids, reach }: Scope, listing: Listing): RawBuilder<boolean> {
  return sql`work_items.workspace_id = ${workspace_id}::uuid and work_items.deleted_at is null
    and ${toSql(all(isIn('project_id', project_ids), conditionOf(listing), reach))}`
}

/** The public columns of a work item, and no others. */
export const columns = sql.join(
  Object.keys(workItemRow.shape).map((name) => sql.ref(`work_items.${name}`)),
  sql`, `,
)

async function flat(em: EntityManager, { where, order, page }: Asked): Promise<WorkItemListing> {
  const { rows } = await sql<object>`
    select ${columns} from work_items where ${where}
    order by ${order} limit ${page.size} offset ${page.size * page.number}`.execute(query(em))
  const results = rows.map((row) => present(workItemRow, row))
  const found = await total(em, where)
  return envelope({ results, group_by: null, sub_group_by: null, found, longest: found, page })
}

interface Numbered {
  top_value: string | null
  sub_value: string | null
}

async function grouped(
  em: EntityManager,
  scope: Scope,
  asked: Asked,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<WorkItemListing> {
  const counted = await countGroups(em, asked.where, group_by, sub_group_by)
  const rows =
    sub_group_by === null && isIndexed(group_by)
      ? await indexedRows(em, asked, group_by, counted)
      : await numberedRows(em, asked, group_by, sub_group_by)
  const page = asked.page
  const longest = counted.groups.reduce((most, group) => Math.max(most, longestOf(group)), 0)
  const answer = { group_by, sub_group_by, found: counted.total, longest, page }
  if (rows.length === 0) return envelope({ results: {}, ...answer })
  const known = await knownGroups(em, scope, group_by)
  const knownSubs = sub_group_by === null ? [] : await knownGroups(em, scope, sub_group_by)
  const totals = new Map(counted.groups.map((group) => [group.name, group]))
  const leaves = collect(rows)
  const shown = (key: GroupKey, inFull: string[], counts: Iterable<string>, onPage: Iterable<string>) =>
    isMultiValued(key) ? [...onPage] : [...new Set([...inFull, ...counts])]
  const results: Record<string, { results: unknown; total_results: number }> = {}
  for (const name of shown(group_by, known, totals.keys(), leaves.keys())) {
    const counts = totals.get(name)
    const subs = leaves.get(name) ?? new Map<string, WorkItemRow[]>()
    const total_results = counts?.total ?? 0
    if (sub_group_by === null) {
      results[name] = { results: subs.get(noneGroup) ?? [], total_results }
      continue
    }
    const names = shown(sub_group_by, knownSubs, counts?.subs.keys() ?? [], subs.keys())
    const lanes = names.map((sub) => [
      sub,
      { results: subs.get(sub) ?? [], total_results: counts?.subs.get(sub) ?? 0 },
    ])
    results[name] = { results: Object.fromEntries(lanes), total_results }
  }
  return envelope({ results: results as WorkItemListing['results'], ...answer })
}

/** Rows are numbered narrow, and only those on the page are read whole: a wide sort would not fit into memory. */
async function numberedRows(
  em: EntityManager,
  { where, order, page }: Asked,
  group_by: GroupKey,
  sub_group_by: GroupKey | null,
): Promise<Numbered[]> {
  const within = sub_group_by === null ? sql`top_value` : sql`top_value, sub_value`
  const { rows } = await sql<Numbered>`
    with numbered as (
      select work_items.id as item_id, top_value::text, sub_value::text,
        row_number() over (partition by ${within} order by ${order}) as place
      from ${takenApart(where, group_by, sub_group_by)}
    ), page as (
      select * from numbered where place > ${page.size * page.number} and place <= ${page.size * (page.number + 1)}
    )
    select page.top_value, page.sub_value, ${columns} from page join work_items on work_items.id = page.item_id
    order by page.place`.execute(query(em))
  return rows
}

/** Where an index leads to each group, its page is read there and the rest of the group is never touched. */
async function indexedRows(
  em: EntityManager,
  { where, order, page }: Asked,
  group_by: 'state_id' | 'project_id',
  { groups }: Counted,
): Promise<Numbered[]> {
  const names = groups.filter((group) => group.total > page.size * page.number).map((group) => group.name)
  if (names.length === 0) return []
  const { rows } = await sql<Numbered>`
    select named.value::text as top_value, null as sub_value, item.*
    from unnest(${names}::uuid[]) as named(value) cross join lateral (
      select ${columns} from work_items where ${where} and ${sql.ref(`work_items.${group_by}`)} = named.value
      order by ${order} limit ${page.size} offset ${page.size * page.number}
    ) item`.execute(query(em))
  return rows
}

/** Group → sub-group → rows in their order; a listing without sub-groups has one, without a name, in each. */
function collect(rows: readonly Numbered[]): Map<string, Map<string, WorkItemRow[]>> {
  const groups = new Map<string, Map<string, WorkItemRow[]>>()
  for (const row of rows) {
    const subs = groups.get(row.top_value ?? noneGroup) ?? new Map<string, WorkItemRow[]>()
    groups.set(row.top_value ?? noneGroup, subs)
    const items = subs.get(row.sub_value ?? noneGroup) ?? []
    subs.set(row.sub_value ?? noneGroup, items)
    items.push(present(workItemRow, row))
  }
  return groups
}

function longestOf(group: CountedGroup): number {
  return group.subs.size === 0 ? group.total : Math.max(...group.subs.values())
}
