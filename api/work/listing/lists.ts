import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { isId } from '#common/platform/ids.ts'
import type { workItemListCalls } from '#common/work/listing/calls.ts'
import { type ListingContext, listingContexts } from '#common/work/listing/contexts.ts'
import { parseListingQuery, parseRequestedPage } from '#common/work/listing/read-query.ts'
import type {
  DetailedListingQuery,
  DetailedListResponse,
  ListingQuery,
  WorkItemListResponse,
} from '#common/work/listing/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { currentAndFormerMembers } from '../../access/people.ts'
import { getTeamspace } from '../../organization/teamspaces/queries.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { query } from '../../platform/db/orm.ts'
import { loadRelatedItemsOfMany } from '../relations/queries.ts'
import { selectFields } from './fields.ts'
import { readFlatListingPage, readListingPage } from './list-page.ts'
import { type ItemAccessScope, projectItemAccessScope, workspaceItemAccessScope } from './listable.ts'
import { loadItemRowsInIdOrder } from './sync-page.ts'

export function listWorkItems(ctx: ProjectContext, sent: ListingQuery): Promise<WorkItemListResponse> {
  return listItemsInContext(ctx, projectItemAccessScope(ctx), listingContexts.project(ctx.project.id), sent)
}

export function listArchivedWorkItems(
  ctx: ProjectContext,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  return listItemsInContext(ctx, projectItemAccessScope(ctx), listingContexts.archived(ctx.project.id), sent)
}

export function listDetailedWorkItems(
  ctx: ProjectContext,
  sent: DetailedListingQuery,
): Promise<DetailedListResponse> {
  return listDetailedItemsInContext(
    ctx,
    projectItemAccessScope(ctx),
    listingContexts.project(ctx.project.id),
    sent,
  )
}

export async function listWorkspaceWorkItems(
  ctx: WorkspaceContext,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  const listable = await workspaceItemAccessScope(ctx)
  return listItemsInContext(ctx, listable, listingContexts.allIssues(listable), sent)
}

export async function listDetailedWorkspaceWorkItems(
  ctx: WorkspaceContext,
  sent: DetailedListingQuery,
): Promise<DetailedListResponse> {
  const listable = await workspaceItemAccessScope(ctx)
  return listDetailedItemsInContext(ctx, listable, listingContexts.allIssues(listable), sent)
}

export async function listMyWorkItems(
  ctx: WorkspaceContext,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  const listable = await workspaceItemAccessScope(ctx)
  return listItemsInContext(ctx, listable, listingContexts.assigned(listable, ctx.user.id), sent)
}

export async function listTeamspaceWorkItems(
  ctx: WorkspaceContext,
  id: string,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  const [listable, context] = await teamspaceItemAccessScope(ctx, id)
  return listItemsInContext(ctx, listable, context, sent)
}

/** Returns the items of the projects of a teamspace that the caller can access. */
export async function teamspaceItemAccessScope(
  ctx: WorkspaceContext,
  id: string,
): Promise<[ItemAccessScope, ListingContext]> {
  const { project_ids } = await getTeamspace(ctx, id)
  const listable = await workspaceItemAccessScope(ctx)
  const linked = listable.project_ids.filter((one) => project_ids.includes(one))
  return [{ ...listable, project_ids: linked }, listingContexts.team(listable, { id, project_ids })]
}

/**
 * Lists the items that a current or former member created, is assigned to or is subscribed to. Each tab of the
 * member's profile adds a filter.
 */
export async function listUserWorkItems(
  ctx: WorkspaceContext,
  user_id: string,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  const member = await currentAndFormerMembers(ctx.em, ctx.workspace.id)
    .where('u.id', '=', user_id)
    .executeTakeFirst()
  if (member === undefined) throw notFound()
  const listable = await workspaceItemAccessScope(ctx)
  return listItemsInContext(ctx, listable, listingContexts.profile(listable, user_id), sent)
}

/** Returns the requested items that exist and that the caller can see. */
export function pickWorkItems(
  ctx: ProjectContext,
  sent: { issues: string },
): Promise<ResponseOf<typeof workItemListCalls.pickWorkItems>> {
  return listItemsByIdInContext(ctx, listingContexts.project(ctx.project.id), sent)
}

export function listItemsByIdInContext(
  ctx: ProjectContext,
  context: ListingContext,
  { issues }: { issues: string },
): Promise<WorkItemRow[]> {
  const ids: WorkItemRow['id'][] = issues
    .split(',')
    .flatMap((text) => (isId(text.trim()) ? [text.trim()] : []))
  return loadItemRowsInIdOrder(ctx.em, projectItemAccessScope(ctx), context, ids)
}

/**
 * Lists the work items of a context, such as a project or a cycle. Every call that lists work items uses this
 * function.
 */
export async function listItemsInContext(
  ctx: WorkspaceContext,
  listable: ItemAccessScope,
  context: ListingContext,
  sent: ListingQuery,
): Promise<WorkItemListResponse> {
  const listing = parseListingQuery(context, sent, createUserClock(ctx.user, sent.today))
  return selectFields(await readListingPage(ctx.em, listable, listing, parseRequestedPage(sent)), sent.fields)
}

/** Lists work items without groups, because this answer is always a flat list. */
export async function listDetailedItemsInContext(
  ctx: WorkspaceContext,
  listable: ItemAccessScope,
  context: ListingContext,
  sent: DetailedListingQuery,
): Promise<DetailedListResponse> {
  const listing = parseListingQuery(
    context,
    { ...sent, group_by: null, sub_group_by: null },
    createUserClock(ctx.user, sent.today),
  )
  const page = await readFlatListingPage(ctx.em, listable, listing, parseRequestedPage(sent))
  return selectFields(
    { ...page, results: await expanded(ctx, page.results, sent.expand) },
    sent.fields,
    sent.expand,
  )
}

async function expanded(
  ctx: WorkspaceContext,
  rows: WorkItemRow[],
  wanted: DetailedListingQuery['expand'] = [],
): Promise<DetailedListResponse['results']> {
  if (wanted.length === 0) return rows
  const ids = rows.map((row) => row.id)
  const texts = wanted.includes('description_html') ? await loadDescriptions(ctx.em, ids) : null
  const wantsRelations = wanted.includes('issue_relation') || wanted.includes('issue_related')
  const relations = wantsRelations ? await loadRelatedItemsOfMany(ctx, ids) : []
  const byItem = Map.groupBy(relations, ({ id }) => id)
  const ofKind = (id: string, isFirst: boolean) =>
    (byItem.get(id) ?? []).flatMap((one) => (one.isFirst === isFirst ? [one.related] : []))
  return rows.map((row) => ({
    ...row,
    ...(wanted.includes('issue_relation') && { issue_relation: ofKind(row.id, true) }),
    ...(wanted.includes('issue_related') && { issue_related: ofKind(row.id, false) }),
    ...(texts?.has(row.id) && { description_html: texts.get(row.id) }),
  }))
}

/** Maximum total size of the descriptions in one page of results. The limit bounds the memory that a request needs. */
const maxDescriptionBytes = 8 * 1024 * 1024

/**
 * Returns the descriptions of work items by item id. Does not check access, so the ids must be of items that the user
 * can see. If the total size exceeds `maxDescriptionBytes`, the last descriptions are missing.
 */
async function loadDescriptions(em: EntityManager, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; description_html: string }>`
    select id, description_html from (
      select work_items.id, description_html, sum(octet_length(description_html)) over (order by wanted.position) as bytes
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
      join work_items on work_items.id = wanted.id
    ) as texts where bytes <= ${maxDescriptionBytes}`.execute(query(em))
  return new Map(rows.map((row) => [row.id, row.description_html]))
}
