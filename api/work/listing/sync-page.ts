import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { ListingContext } from '#common/work/listing/contexts.ts'
import { listingIn } from '#common/work/listing/listing.ts'
import { type Page, readPage } from '#common/work/listing/read-query.ts'
import type { SyncQuery, WorkItemSync } from '#common/work/listing/schema.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { toSql } from './condition.ts'
import { whereSql } from './list-page.ts'
import { type Listable, listableInProject } from './listable.ts'
import { columns, rowsById, total } from './rows.ts'

/**
 * Work items of a project by their last change, so that a client can go on from the last one it has. Pages go on behind a row and not
 * behind a number of rows: while they are read, rows that change move to the end, and those behind them must not slip through. A
 * cursor without a key counts rows, for clients that make up their own.
 */
export async function syncPage(
  ctx: ProjectContext,
  context: ListingContext,
  sent: SyncQuery,
): Promise<WorkItemSync> {
  const { size, number, key, isBack } = readCursor(sent)
  const visible = whereSql(listableInProject(ctx), listingIn(context))
  const since = sent.updated_at__gt
  const where = since === undefined ? visible : sql<boolean>`${visible} and ${changedAfter(since)}`
  const found = await total(ctx.em, where)
  const description = sent.description === true ? sql`, work_items.description_html` : sql``
  const order = isBack
    ? sql`work_items.updated_at desc, work_items.id desc`
    : sql`work_items.updated_at, work_items.id`
  const beyond = key === undefined ? sql`true` : isBack ? sql`${place} < ${key}` : sql`${place} > ${key}`
  const read = await sql<Keyed & { description_html?: string }>`
    select ${columns}${description}, (extract(epoch from work_items.updated_at) * 1000000)::bigint::text as micros
    from work_items where ${where} and ${beyond}
    order by ${order} limit ${size + 1} offset ${key === undefined ? size * number : 0}`.execute(
    query(ctx.em),
  )
  const hasMore = read.rows.length > size
  const rows = isBack ? read.rows.slice(0, size).toReversed() : read.rows.slice(0, size)
  const [first, last] = [rows.at(0), rows.at(-1)]
  const hasNext = last !== undefined && (isBack || hasMore)
  const hasPrevious = first !== undefined && (isBack ? hasMore : number > 0)
  return {
    prev_cursor: hasPrevious ? `${size}:${Math.max(0, number - 1)}:1:${keyOf(first)}` : null,
    cursor: sent.cursor ?? `${size}:0:0`,
    next_cursor: hasNext ? `${size}:${number + 1}:0:${keyOf(last)}` : null,
    prev_page_results: hasPrevious,
    next_page_results: hasNext,
    page_count: rows.length,
    total_results: found,
    total_pages: Math.ceil(found / size),
    results: rows.map((row) => ({
      ...present(workItemRow, row),
      ...(row.description_html !== undefined && { description_html: row.description_html }),
    })),
  }
}

interface Keyed {
  id: string
  /** The moment of the last change; the driver's dates know milliseconds alone. */
  micros: string
}

function keyOf({ micros, id }: Keyed): string {
  return `${micros}-${id}`
}

const place = sql`(work_items.updated_at, work_items.id)`

function readCursor(sent: SyncQuery): Page & { key?: RawBuilder<unknown>; isBack: boolean } {
  const [, , direction, key] = sent.cursor?.split(':') ?? []
  const page = readPage(sent)
  if (key === undefined) return { ...page, isBack: false }
  const [micros = '', ...id] = key.split('-')
  const moment = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
  return { ...page, key: sql`(${moment}, ${id.join('-')}::uuid)`, isBack: direction === '1' }
}

/** What a client that keeps a copy has to take out of it: also what has moved to another project since. */
export async function deletedIds(
  ctx: ProjectContext,
  { updated_at__gt }: Pick<SyncQuery, 'updated_at__gt'>,
): Promise<string[]> {
  const { workspace_id, project_ids, access } = listableInProject(ctx)
  const since = (moment: RawBuilder<unknown>) =>
    updated_at__gt === undefined ? sql`true` : sql`${moment} > ${updated_at__gt}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select work_items.id, work_items.updated_at as gone_at from work_items
      where work_items.workspace_id = ${workspace_id} and work_items.project_id = any(${project_ids}::uuid[])
        and (work_items.deleted_at is not null or work_items.archived_at is not null)
        and ${toSql(access)} and ${since(sql`work_items.updated_at`)}
      union all
      select work_items.id, f.moved_at from former_work_item_keys f join work_items on work_items.id = f.work_item_id
      where f.project_id = any(${project_ids}::uuid[]) and ${toSql(access)} and ${since(sql`f.moved_at`)}
    ) gone order by gone_at, id`.execute(query(ctx.em))
  return rows.map((row) => row.id)
}

/** In the order in which they were asked for. */
export async function pickRows(
  em: EntityManager,
  listable: Listable,
  context: ListingContext,
  ids: readonly string[],
): Promise<WorkItemRow[]> {
  const { rows } = await sql<{ id: string }>`
    select work_items.id from work_items
    where ${whereSql(listable, listingIn(context))} and work_items.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], work_items.id)`.execute(query(em))
  const found = rows.map((row) => row.id)
  const byId = await rowsById(em, found)
  return found.flatMap((id) => byId.get(id) ?? [])
}

function changedAfter(moment: string) {
  return sql`work_items.updated_at > ${moment}::timestamptz`
}
