import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ListingContext } from '#common/listing/contexts.ts'
import { contexts } from '#common/listing/contexts.ts'
import { listingIn } from '#common/listing/listing.ts'
import { readPage } from '#common/listing/read-query.ts'
import type { SyncQuery, WorkItemSync } from '#common/listing/schema.ts'
import { type WorkItemRow, workItemRow } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { toSql } from './condition.ts'
import { whereSql } from './list-page.ts'
import { columns, rowsById, total } from './rows.ts'
import { projectScope, type Scope } from './scope.ts'

/** Work items of a project by their last change, so that a client can go on from the last one it has. */
export async function syncPage(ctx: ProjectContext, sent: SyncQuery): Promise<WorkItemSync> {
  const { size, number } = readPage(sent)
  const visible = whereSql(projectScope(ctx), listingIn(contexts.project(ctx.project.id)))
  const since = sent.updated_at__gt
  const where = since === undefined ? visible : sql<boolean>`${visible} and ${changedAfter(since)}`
  const found = await total(ctx.em, where)
  const description = sent.description === true ? sql`, work_items.description_html` : sql``
  const { rows } = await sql<{ description_html?: string }>`
    select ${columns}${description} from work_items where ${where}
    order by work_items.updated_at, work_items.id limit ${size} offset ${size * number}`.execute(
    query(ctx.em),
  )
  const hasNext = (number + 1) * size < found
  const cursorOf = (page: number) => `${size}:${page}:0`
  return {
    prev_cursor: number === 0 ? null : cursorOf(number - 1),
    cursor: cursorOf(number),
    next_cursor: hasNext ? cursorOf(number + 1) : null,
    prev_page_results: number > 0,
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

/** What a client that keeps a copy has to take out of it. */
export async function deletedIds(
  ctx: ProjectContext,
  { updated_at__gt }: Pick<SyncQuery, 'updated_at__gt'>,
): Promise<string[]> {
  const { workspace_id, project_ids, reach } = projectScope(ctx)
  const { rows } = await sql<{ id: string }>`
    select work_items.id from work_items
    where work_items.workspace_id = ${workspace_id} and work_items.project_id = any(${project_ids}::uuid[])
      and (work_items.deleted_at is not null or work_items.archived_at is not null)
      and ${toSql(reach)} and ${updated_at__gt === undefined ? sql`true` : changedAfter(updated_at__gt)}
    order by work_items.updated_at, work_items.id`.execute(query(ctx.em))
  return rows.map((row) => row.id)
}

/** In the order in which they were asked for. */
export async function pickRows(
  em: EntityManager,
  scope: Scope,
  context: ListingContext,
  ids: readonly string[],
): Promise<WorkItemRow[]> {
  const { rows } = await sql<{ id: string }>`
    select work_items.id from work_items
    where ${whereSql(scope, listingIn(context))} and work_items.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], work_items.id)`.execute(query(em))
  const found = rows.map((row) => row.id)
  const byId = await rowsById(em, found)
  return found.flatMap((id) => byId.get(id) ?? [])
}

function changedAfter(moment: string) {
  return sql`work_items.updated_at > ${moment}::timestamptz`
}
