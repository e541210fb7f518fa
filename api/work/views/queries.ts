import { sql } from 'kysely'
import { notFound } from '#common/platform/errors.ts'
import { type ListingContext, listingContexts } from '#common/work/listing/contexts.ts'
import { effectiveArrangement, parseDisplayFilters } from '#common/work/listing/display.ts'
import type { ListingQuery, WorkItemListResponse } from '#common/work/listing/schema.ts'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { type ViewSettings, withDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { createViewCondition } from '#common/work/views/condition.ts'
import { canSeeView } from '#common/work/views/rules.ts'
import { type ViewListingQuery, type ViewResponse, viewResponse } from '#common/work/views/schema.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { firstAndLastPosition } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import {
  type ItemAccessScope,
  projectItemAccessScope,
  workspaceItemAccessScope,
} from '../listing/listable.ts'
import { listItemsInContext, teamspaceItemAccessScope } from '../listing/lists.ts'
import { containerProjectId, containerTeamspaceId, type ViewContainer, viewActor } from './container.ts'

export async function listViews(ctx: ViewContainer): Promise<ViewResponse[]> {
  const rows = await viewsIn(ctx).selectAll().orderBy(sql`lower(name)`).orderBy('id').execute()
  const actor = viewActor(ctx)
  return rows.filter((row) => canSeeView(actor, row)).map(presentView)
}

export async function getView(ctx: ViewContainer, id: string): Promise<ViewResponse> {
  const row = await viewsIn(ctx).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || !canSeeView(viewActor(ctx), row)) throw notFound()
  return presentView(row)
}

/** Lists the items that match the filters of the view and also the filters of the query. */
export async function listViewWorkItems(
  ctx: ViewContainer,
  id: string,
  sent: ViewListingQuery,
): Promise<WorkItemListResponse> {
  const { view, listable, context } = await loadViewListing(ctx, id, sent.today)
  return listItemsInContext(ctx, listable, context, withViewSettings(view.display_filters, context, sent))
}

/** Returns the view, and the items that match the filters of the view. Throws `not_found` if the caller cannot see it. */
export async function loadViewListing(
  ctx: ViewContainer,
  id: string,
  today?: string,
): Promise<{ view: ViewResponse; listable: ItemAccessScope; context: ListingContext }> {
  const view = await getView(ctx, id)
  const [listable, container] = await itemsScope(ctx)
  const filters = createViewCondition(view, createUserClock(ctx.user, today))
  return { view, listable, context: listingContexts.view(view.id, container, filters) }
}

async function itemsScope(ctx: ViewContainer): Promise<[ItemAccessScope, ListingContext]> {
  if ('project' in ctx) return [projectItemAccessScope(ctx), listingContexts.project(ctx.project.id)]
  if ('teamspace' in ctx) return teamspaceItemAccessScope(ctx, ctx.teamspace.id)
  const listable = await workspaceItemAccessScope(ctx)
  return [listable, listingContexts.allIssues(listable)]
}

function withViewSettings(
  display: DisplayFilters,
  context: ListingContext,
  sent: ViewListingQuery,
): ListingQuery {
  const { group_by, sub_group_by, order_by } = effectiveArrangement(parseDisplayFilters(display), context)
  const isGrouped = sent.group_by !== undefined || sent.sub_group_by !== undefined
  return {
    ...sent,
    ...(!isGrouped && { group_by, sub_group_by }),
    order_by: sent.order_by ?? order_by,
    type: sent.type ?? display.type ?? 'all',
    sub_issue: sent.sub_issue ?? sent.show_sub_issues ?? display.sub_issue,
  }
}

/** Returns the position after all other views of the project or workspace. */
export async function nextViewPosition(ctx: ViewContainer): Promise<number> {
  return (await firstAndLastPosition(viewsIn(ctx))).end
}

export function presentView(
  row: ViewSettings & { workspace_id: string; project_id: string | null },
): ViewResponse {
  const { workspace_id: workspace, project_id: project } = row
  return presentRow(viewResponse, {
    ...withDefaultUserProperties(row),
    workspace,
    project,
    is_favorite: false,
  })
}

function viewsIn(ctx: ViewContainer) {
  return query(ctx.em)
    .selectFrom('views')
    .where('workspace_id', '=', ctx.workspace.id)
    .where('project_id', 'is not distinct from', containerProjectId(ctx))
    .where('teamspace_id', 'is not distinct from', containerTeamspaceId(ctx))
    .where('deleted_at', 'is', null)
}
