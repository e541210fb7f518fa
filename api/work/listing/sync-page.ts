import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import type { ListingContext } from '#common/work/listing/contexts.ts'
import { createListing } from '#common/work/listing/listing.ts'
import type { WorkItemSyncPage, WorkItemSyncQuery } from '#common/work/listing/schema.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildSyncPageResponse, readPaginatedSqlRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { conditionToSql } from './condition.ts'
import { listingConditionSql } from './list-page.ts'
import { type ItemAccessScope, projectItemAccessScope } from './listable.ts'
import { countItems, loadItemRowsById, publicItemColumns } from './rows.ts'

/**
 * Lists the items of a project by their last change, so that a client can continue after its last row. A row
 * that changes while the pages are read moves to the end and is read again.
 */
export async function readItemSyncPage(
  ctx: ProjectContext,
  context: ListingContext,
  sent: WorkItemSyncQuery,
): Promise<WorkItemSyncPage> {
  const visible = listingConditionSql(projectItemAccessScope(ctx), createListing(context))
  const since = sent.updated_at__gt
  const where = since === undefined ? visible : sql<boolean>`${visible} and ${changedAfter(since)}`
  const found = await countItems(ctx.em, where)
  const description = sent.description === true ? sql`, work_items.description_html` : sql``
  const page = await readPaginatedSqlRows<{ description_html?: string }>(
    ctx.em,
    { select: sql`${publicItemColumns}${description}`, from: sql`from work_items where ${where}` },
    lastChangedLast,
    sent,
  )
  const results = page.rows.map((row) => ({
    ...presentRow(workItemRow, row),
    ...(row.description_html !== undefined && { description_html: row.description_html }),
  }))
  return buildSyncPageResponse(page, sent, found, results)
}

const lastChangedLast: OrderColumn[] = [
  { value: sql`work_items.updated_at`, type: 'timestamptz' },
  { value: sql`work_items.id`, type: 'uuid' },
]

/** Returns the ids that a client must remove from its copy, including items that moved to another project. */
export async function listDeletedItemIds(
  ctx: ProjectContext,
  { updated_at__gt }: Pick<WorkItemSyncQuery, 'updated_at__gt'>,
): Promise<string[]> {
  const { workspace_id, project_ids, access } = projectItemAccessScope(ctx)
  const since = (moment: RawBuilder<unknown>) =>
    updated_at__gt === undefined ? sql`true` : sql`${moment} > ${updated_at__gt}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    select id from (
      select work_items.id, work_items.updated_at as gone_at from work_items
      where work_items.workspace_id = ${workspace_id} and work_items.project_id = any(${project_ids}::uuid[])
        and (work_items.deleted_at is not null or work_items.archived_at is not null)
        and ${conditionToSql(access)} and ${since(sql`work_items.updated_at`)}
      union all
      select work_items.id, f.moved_at from former_work_item_keys f join work_items on work_items.id = f.work_item_id
      where f.project_id = any(${project_ids}::uuid[]) and ${conditionToSql(access)} and ${since(sql`f.moved_at`)}
    ) gone order by gone_at, id`.execute(query(ctx.em))
  return rows.map((row) => row.id)
}

/** Returns the rows in the order of `ids`. */
export async function loadItemRowsInIdOrder(
  em: EntityManager,
  listable: ItemAccessScope,
  context: ListingContext,
  ids: readonly string[],
): Promise<WorkItemRow[]> {
  const { rows } = await sql<{ id: string }>`
    select work_items.id from work_items
    where ${listingConditionSql(listable, createListing(context))} and work_items.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], work_items.id)`.execute(query(em))
  const found = rows.map((row) => row.id)
  const byId = await loadItemRowsById(em, found)
  return found.flatMap((id) => byId.get(id) ?? [])
}

function changedAfter(moment: string) {
  return sql`work_items.updated_at > ${moment}::timestamptz`
}
