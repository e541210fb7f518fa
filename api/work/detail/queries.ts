import { sql } from 'kysely'
import { documentName } from '#common/documents/content/names.ts'
import type { QueryOf, ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { workItemDetailCalls } from '#common/work/detail/calls.ts'
import type { DetailQuery } from '#common/work/detail/schema.ts'
import { workItemDetail, workItemRow } from '#common/work/work-items/schema.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { findProject } from '../../access/access.ts'
import { computeEtag } from '../../documents/content/etag.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { pickRowFields, presentRow } from '../../platform/db/present.ts'
import { runInCurrentProjectOfItem } from '../work-items/current-project.ts'
import { loadExpandedParts } from './expanded-parts.ts'

type Detail = ResponseOf<typeof workItemDetailCalls.getWorkItem>

export async function getWorkItem(ctx: ProjectContext, id: string, sent: DetailQuery): Promise<Detail> {
  return detail(
    ctx,
    await runInCurrentProjectOfItem(ctx, id, (itemCtx) => find(itemCtx, itemCtx.project, id)),
    sent,
  )
}

export async function getArchivedWorkItem(ctx: ProjectContext, id: string, sent: DetailQuery) {
  const { archived_at } = await getWorkItem(ctx, id, {})
  if (archived_at === null) throw notFound('Issue not found')
  return getWorkItem(ctx, id, sent)
}

/**
 * Finds an item by its key, such as ATL-12. Keys from before the item moved or the project changed its
 * identifier are also accepted. Access to the project of the item is checked here, because the path contains
 * no project.
 */
export async function getWorkItemByKey(
  ctx: WorkspaceContext,
  key: string,
  sent: DetailQuery,
): Promise<Detail> {
  const named = await findByKey(ctx, key)
  const access = named && (await findProject(ctx.em, ctx.user.id, ctx.workspace, named.project_id))
  if (!access) throw notFound('Issue not found')
  return detail(ctx, await find(ctx, access.project, named.id), sent)
}

async function findByKey({ em, workspace }: WorkspaceContext, key: string) {
  const dash = key.lastIndexOf('-')
  const [letters, number] = [key.slice(0, dash).toUpperCase(), Number(key.slice(dash + 1))]
  const { rows } = await sql<{ id: string; project_id: string }>`
    with named as (
      select id from projects
      where workspace_id = ${workspace.id} and identifier = ${letters} and deleted_at is null
      union all
      select p.id from former_project_identifiers o join projects p on p.id = o.project_id
      where o.workspace_id = ${workspace.id} and o.identifier = ${letters} and p.deleted_at is null
    )
    select i.id, i.project_id from work_items i join named on named.id = i.project_id where i.sequence_id = ${number}
    union all
    select i.id, i.project_id from former_work_item_keys f join named on named.id = f.project_id
      join work_items i on i.id = f.work_item_id
    where f.sequence_id = ${number}`.execute(query(em))
  return rows[0] ?? null
}

/** Finds an item by its external id. If several items have the id, because one was moved or restored, returns the newest. */
export async function getWorkItemByExternalId(
  ctx: ProjectContext,
  { external_source, external_id, ...sent }: QueryOf<typeof workItemDetailCalls.getWorkItemByExternalId>,
): Promise<Detail> {
  const named = await query(ctx.em)
    .selectFrom('work_items')
    .select('id')
    .where('project_id', '=', ctx.project.id)
    .where('external_id', '=', external_id)
    .where('external_source', '=', external_source)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (named === undefined) throw notFound('Issue not found')
  return getWorkItem(ctx, named.id, sent)
}

export async function getWorkItemMeta(ctx: ProjectContext, id: string) {
  const { sequence_id } = await find(ctx, ctx.project, id)
  return { sequence_id, project_identifier: ctx.project.identifier }
}

async function detail(
  ctx: WorkspaceContext,
  row: Awaited<ReturnType<typeof find>>,
  { expand = [], fields }: DetailQuery,
): Promise<Detail> {
  const needsDescription = fields === undefined || fields.includes('description_html')
  const description_html = needsDescription ? await textOf(ctx, row) : ''
  const is_subscribed = row.subscriber_ids.includes(ctx.user.id)
  const item = presentRow(workItemDetail, {
    ...row,
    description_html,
    is_subscribed,
    is_intake: isIntakeItemInTriage(row),
  })
  const whole = { ...item, ...(await loadExpandedParts(ctx, item, expand)) }
  return fields === undefined ? whole : pickRowFields(whole, new Set<string>([...fields, ...expand]))
}

async function textOf(ctx: WorkspaceContext, row: { id: string; description_html: string }): Promise<string> {
  const target = { name: documentName('work_item', row.id), workspace_id: ctx.workspace.id }
  const html = await ctx.documents.html(ctx.em, target, row.description_html, ctx.user.id)
  ctx.http.setEtag(await computeEtag(html))
  return html
}

async function find({ em, user }: WorkspaceContext, project: ProjectContext['project'], id: string) {
  let rows = query(em)
    .selectFrom('work_items')
    .select([...workItemRow.keyof().options, 'description_html'])
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  if (!project.sees_all) rows = rows.where('created_by', '=', user.id)
  const row = await rows.executeTakeFirst()
  if (row === undefined) throw notFound('Issue not found')
  return row
}
