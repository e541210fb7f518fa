import type { AnswerOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { isId } from '#common/platform/ids.ts'
import type { workItemListCalls } from '#common/work/listing/calls.ts'
import { type ListingContext, listingContexts } from '#common/work/listing/contexts.ts'
import { parseListingQuery, parseRequestedPage } from '#common/work/listing/read-query.ts'
import type {
  DetailedListAnswer,
  DetailedQuery,
  ListingQuery,
  WorkItemListAnswer,
} from '#common/work/listing/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { currentAndFormerMembers } from '../../access/people.ts'
import { getTeamspace } from '../../organization/teamspaces/queries.ts'
import { clockOf } from '../../platform/context/clock-of.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { loadRelatedItemsOfMany } from '../relations/queries.ts'
import { selectFields } from './fields.ts'
import { flatPage, listPage } from './list-page.ts'
import { type AccessibleItems, accessibleItemsInProject, accessibleItemsInWorkspace } from './listable.ts'
import { loadRowsInOrderOfIds } from './sync-page.ts'

export function listWorkItems(ctx: ProjectContext, sent: ListingQuery): Promise<WorkItemListAnswer> {
  return listItemsInContext(ctx, accessibleItemsInProject(ctx), listingContexts.project(ctx.project.id), sent)
}

export function listArchivedWorkItems(ctx: ProjectContext, sent: ListingQuery): Promise<WorkItemListAnswer> {
  return listItemsInContext(
    ctx,
    accessibleItemsInProject(ctx),
    listingContexts.archived(ctx.project.id),
    sent,
  )
}

export function listDetailedWorkItems(ctx: ProjectContext, sent: DetailedQuery): Promise<DetailedListAnswer> {
  return listDetailedItemsInContext(
    ctx,
    accessibleItemsInProject(ctx),
    listingContexts.project(ctx.project.id),
    sent,
  )
}

export async function listWorkspaceWorkItems(
  ctx: WorkspaceContext,
  sent: ListingQuery,
): Promise<WorkItemListAnswer> {
  const listable = await accessibleItemsInWorkspace(ctx)
  return listItemsInContext(ctx, listable, listingContexts.allIssues(listable), sent)
}

export async function listDetailedWorkspaceWorkItems(
  ctx: WorkspaceContext,
  sent: DetailedQuery,
): Promise<DetailedListAnswer> {
  const listable = await accessibleItemsInWorkspace(ctx)
  return listDetailedItemsInContext(ctx, listable, listingContexts.allIssues(listable), sent)
}

export async function listMyWorkItems(
  ctx: WorkspaceContext,
  sent: ListingQuery,
): Promise<WorkItemListAnswer> {
  const listable = await accessibleItemsInWorkspace(ctx)
  return listItemsInContext(ctx, listable, listingContexts.assigned(listable, ctx.user.id), sent)
}

export async function listTeamspaceWorkItems(
  ctx: WorkspaceContext,
  id: string,
  sent: ListingQuery,
): Promise<WorkItemListAnswer> {
  const [listable, context] = await accessibleItemsInTeamspace(ctx, id)
  return listItemsInContext(ctx, listable, context, sent)
}

/** Returns the items of the projects of a teamspace that the caller can access. */
export async function accessibleItemsInTeamspace(
  ctx: WorkspaceContext,
  id: string,
): Promise<[AccessibleItems, ListingContext]> {
  const { project_ids } = await getTeamspace(ctx, id)
  const listable = await accessibleItemsInWorkspace(ctx)
  const linked = listable.project_ids.filter((one) => project_ids.includes(one))
  return [{ ...listable, project_ids: linked }, listingContexts.team(listable, { id, project_ids })]
}

/** Lists the items of a current or former member. Each tab of a profile adds a filter. */
export async function listUserWorkItems(
  ctx: WorkspaceContext,
  user_id: string,
  sent: ListingQuery,
): Promise<WorkItemListAnswer> {
  const member = await currentAndFormerMembers(ctx.em, ctx.workspace.id)
    .where('u.id', '=', user_id)
    .executeTakeFirst()
  if (member === undefined) throw notFound()
  const listable = await accessibleItemsInWorkspace(ctx)
  return listItemsInContext(ctx, listable, listingContexts.profile(listable, user_id), sent)
}

/** Returns the requested items that exist and that the caller can see. */
export function pickWorkItems(
  ctx: ProjectContext,
  sent: { issues: string },
): Promise<AnswerOf<typeof workItemListCalls.pickWorkItems>> {
  return pickItemsInContext(ctx, listingContexts.project(ctx.project.id), sent)
}

export function pickItemsInContext(
  ctx: ProjectContext,
  context: ListingContext,
  { issues }: { issues: string },
): Promise<WorkItemRow[]> {
  const ids: WorkItemRow['id'][] = issues
    .split(',')
    .flatMap((text) => (isId(text.trim()) ? [text.trim()] : []))
  return loadRowsInOrderOfIds(ctx.em, accessibleItemsInProject(ctx), context, ids)
}

/**
 * Lists the work items of a context, such as a project or a cycle. Every call that lists work items uses this
 * function.
 */
export async function listItemsInContext(
  ctx: WorkspaceContext,
  listable: AccessibleItems,
  context: ListingContext,
  sent: ListingQuery,
): Promise<WorkItemListAnswer> {
  const listing = parseListingQuery(context, sent, clockOf(ctx.user, sent.today))
  return selectFields(await listPage(ctx.em, listable, listing, parseRequestedPage(sent)), sent.fields)
}

/** Lists work items without groups, because this answer is always a flat list. */
export async function listDetailedItemsInContext(
  ctx: WorkspaceContext,
  listable: AccessibleItems,
  context: ListingContext,
  sent: DetailedQuery,
): Promise<DetailedListAnswer> {
  const listing = parseListingQuery(
    context,
    { ...sent, group_by: null, sub_group_by: null },
    clockOf(ctx.user, sent.today),
  )
  const page = await flatPage(ctx.em, listable, listing, parseRequestedPage(sent))
  return selectFields(
    { ...page, results: await expanded(ctx, page.results, sent.expand) },
    sent.fields,
    sent.expand,
  )
}

async function expanded(
  ctx: WorkspaceContext,
  rows: WorkItemRow[],
  wanted: DetailedQuery['expand'] = [],
): Promise<DetailedListAnswer['results']> {
  if (wanted.length === 0) return rows
  const relations = await loadRelatedItemsOfMany(
    ctx,
    rows.map((row) => row.id),
  )
  const byItem = Map.groupBy(relations, ({ id }) => id)
  const ofKind = (id: string, isFirst: boolean) =>
    (byItem.get(id) ?? []).flatMap((one) => (one.isFirst === isFirst ? [one.related] : []))
  return rows.map((row) => ({
    ...row,
    ...(wanted.includes('issue_relation') && { issue_relation: ofKind(row.id, true) }),
    ...(wanted.includes('issue_related') && { issue_related: ofKind(row.id, false) }),
  }))
}
