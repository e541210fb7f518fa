import { type SelectQueryBuilder, sql } from 'kysely'
import { type OrderKey, perPageDefault, priorityRank, type SortKey } from '#common/listing/keys.ts'
import type { ListingQuery, WorkItemListing } from '#common/listing/schema.ts'
import { type Priority, priorities } from '#common/work-items/priorities.ts'
import { workItemRow } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import type { Tables } from '../db/tables.ts'

type Items = SelectQueryBuilder<Tables, 'work_items', object>

/**
 * One page of a listing, straight from rows. Grouped, the page is inside each group: one scan numbers the rows of every group
 * and keeps the first of each. What a group means is said in `common/listing/arrange.ts`; this is the same in SQL.
 */
export async function listPage(ctx: ProjectContext, listing: ListingQuery): Promise<WorkItemListing> {
  const perPage = cursorPart(listing.cursor, 0) ?? listing.per_page ?? perPageDefault
  const page = cursorPart(listing.cursor, 1) ?? 0
  const items = visible(ctx, listing)
  return listing.group_by === undefined
    ? flat(items, listing, perPage, page)
    : grouped(ctx, items, listing.group_by, listing, perPage, page)
}

/** What every list leaves out: archived, drafts, the trash, items still in intake, and what a restricted guest did not make. */
function visible(ctx: ProjectContext, listing: ListingQuery): Items {
  let items = query(ctx.em)
    .selectFrom('work_items')
    .where('project_id', '=', ctx.project.id)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('is_draft', '=', false)
    .where('state__group', '<>', 'triage')
  if (!ctx.project.sees_all) items = items.where('created_by', '=', ctx.user.id)
  if (listing.state_id !== undefined) items = items.where('state_id', '=', listing.state_id)
  if (listing.priority !== undefined)
    items = items.where('priority', '=', sql<Priority>`any(${listing.priority.split(',')}::text[])`)
  if (listing.sub_issue === false) items = items.where('parent_id', 'is', null)
  return items
}

async function flat(
  items: Items,
  listing: ListingQuery,
  perPage: number,
  page: number,
): Promise<WorkItemListing> {
  const total = await count(items)
  const rows = await items
    .select(columns)
    .orderBy(sql.join(order(listing.order_by)))
    .limit(perPage)
    .offset(page * perPage)
    .execute()
  const results = rows.map((row) => present(workItemRow, row))
  return envelope({ results, grouped_by: null, total, count: results.length, longest: total, perPage, page })
}

async function grouped(
  ctx: ProjectContext,
  items: Items,
  key: 'state_id' | 'priority',
  listing: ListingQuery,
  perPage: number,
  page: number,
): Promise<WorkItemListing> {
  const numbered = items
    .select(columns)
    .select(
      sql<number>`row_number() over (partition by ${sql.ref(key)} order by ${sql.join(order(listing.order_by))})`.as(
        'place',
      ),
    )
  const [totals, rows, groups] = await Promise.all([
    items.select(key).select(sql<number>`count(*)::int`.as('total')).groupBy(key).execute(),
    query(ctx.em)
      .selectFrom(numbered.as('numbered'))
      .selectAll()
      .where('place', '>', page * perPage)
      .where('place', '<=', (page + 1) * perPage)
      .orderBy('place')
      .execute(),
    groupsOf(ctx, key),
  ])
  const results: Record<string, { results: ReturnType<typeof rowOf>[]; total_results: number }> = {}
  if (totals.length > 0) for (const group of groups) results[group] = { results: [], total_results: 0 }
  for (const row of totals) {
    const group = results[String(row[key])]
    if (group !== undefined) group.total_results = row.total
  }
  for (const row of rows) results[String(row[key])]?.results.push(rowOf(row))
  const shown = Object.values(results)
  return envelope({
    results,
    grouped_by: key,
    total: shown.reduce((sum, group) => sum + group.total_results, 0),
    count: shown.reduce((sum, group) => sum + group.results.length, 0),
    longest: Math.max(0, ...shown.map((group) => group.total_results)),
    perPage,
    page,
  })
}

/** Groups that are known in full are shown even when empty. */
async function groupsOf(ctx: ProjectContext, key: 'state_id' | 'priority'): Promise<string[]> {
  if (key === 'priority') return [...priorities]
  const states = await query(ctx.em)
    .selectFrom('states')
    .select('id')
    .where('project_id', '=', ctx.project.id)
    .where('deleted_at', 'is', null)
    .where('group', '<>', 'triage')
    .orderBy('sequence')
    .execute()
  return states.map((state) => state.id)
}

/** Nulls last in either direction; ties by newest, then by id, so that pages never overlap. */
function order(key: OrderKey) {
  const descending = key.startsWith('-')
  const name = (descending ? key.slice(1) : key) as SortKey
  const value = name === 'priority' ? priorityOrder : sql.ref(name)
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`
  const ties = name === 'created_at' ? [sql`id desc`] : [sql`created_at desc`, sql`id desc`]
  return [sql`${value} ${direction}`, ...ties]
}

const priorityOrder = sql`case priority ${sql.join(
  Object.entries(priorityRank).map(([name, rank]) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

const columns = Object.keys(workItemRow.shape) as (keyof typeof workItemRow.shape)[]

function rowOf(row: object) {
  return present(workItemRow, row)
}

async function count(items: Items): Promise<number> {
  const { total } = await items.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return total
}

/** A cursor is `perPage:page:direction`; without one the page size comes from `per_page` and the page is the first. */
function cursorPart(cursor: string | undefined, part: 0 | 1): number | undefined {
  const value = cursor?.split(':')[part]
  return value === undefined ? undefined : Number(value)
}

interface Page {
  results: WorkItemListing['results']
  grouped_by: string | null
  total: number
  count: number
  /** Rows of the longest group: pages go on until even that one is through. */
  longest: number
  perPage: number
  page: number
}

function envelope({ results, grouped_by, total, count, longest, perPage, page }: Page): WorkItemListing {
  return {
    grouped_by,
    sub_grouped_by: null,
    total_count: total,
    count,
    total_results: total,
    total_pages: Math.ceil(longest / perPage),
    next_cursor: `${perPage}:${page + 1}:0`,
    prev_cursor: `${perPage}:${Math.max(0, page - 1)}:1`,
    next_page_results: (page + 1) * perPage < longest,
    prev_page_results: page > 0,
    extra_stats: null,
    results,
  }
}
