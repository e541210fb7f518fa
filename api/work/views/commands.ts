import { LockMode } from '@mikro-orm/postgresql'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { parseFiltersFromRequest } from '#common/work/listing/request-filters.ts'
import {
  createDefaultUserProperties,
  mergeViewSettings,
  type ViewSettings,
  type ViewSettingsChange,
} from '#common/work/user-properties/rules.ts'
import type { viewCalls } from '#common/work/views/calls.ts'
import { canDeleteView, canEditView, canManageView, canSeeView } from '#common/work/views/rules.ts'
import type { ViewAccess, ViewResponse } from '#common/work/views/schema.ts'
import { lockTeamspaceViewers } from '../../organization/teamspaces/queries.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import {
  containerProjectId,
  containerTeamspaceId,
  screenForViewDefaults,
  type ViewContainer,
  viewActor,
} from './container.ts'
import { disableLinkIfPrivate } from './disable-public-link.ts'
import { type View, ViewEntity } from './entity.ts'
import { nextViewPosition, presentView } from './queries.ts'
import { pickVisibilityFields, recordTeamViewActivity } from './team-activity.ts'

type CreateInput = BodyOf<typeof viewCalls.createView>
type UpdateInput = BodyOf<typeof viewCalls.updateView>

export async function createView(ctx: ViewContainer, input: CreateInput): Promise<ViewResponse> {
  const { em, user, workspace } = ctx
  const teamspace_id = containerTeamspaceId(ctx)
  const { preferences, ...fresh } = createDefaultUserProperties(screenForViewDefaults(ctx))
  const view = em.create(ViewEntity, {
    ...viewSettingsOf(ctx, fresh, input),
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_id: containerProjectId(ctx),
    teamspace_id,
    team_member_ids: teamspace_id === null ? null : await lockTeamspaceViewers(ctx, teamspace_id),
    name: input.name,
    description: input.description ?? '',
    access: input.access ?? 1,
    is_locked: input.is_locked ?? false,
    owned_by: user.id,
    logo_props: input.logo_props ?? {},
    anchor: null,
    sort_order: await nextViewPosition(ctx),
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  recordTeamViewActivity(em, view, null, user.id)
  await em.flush()
  return presentView(view)
}

export async function updateView(ctx: ViewContainer, id: string, input: UpdateInput): Promise<ViewResponse> {
  const view = await loadOwnView(ctx, id)
  const is_locked = view.is_locked && input.is_locked !== false
  if (!canEditView(viewActor(ctx), { ...view, is_locked })) {
    throw new AppError('invalid', 'view is locked', { fields: { is_locked: ['view is locked'] } })
  }
  const before = pickVisibilityFields(view)
  ctx.em.assign(view, { ...input, ...viewSettingsOf(ctx, view, input) })
  await disableLinkIfPrivate(ctx, view)
  recordTeamViewActivity(ctx.em, view, before, ctx.user.id)
  return saveView(ctx, view)
}

export async function setViewAccess(
  ctx: ViewContainer,
  id: string,
  access: ViewAccess,
): Promise<ViewResponse> {
  const view = await loadOwnView(ctx, id)
  const before = pickVisibilityFields(view)
  view.access = access
  await disableLinkIfPrivate(ctx, view)
  recordTeamViewActivity(ctx.em, view, before, ctx.user.id)
  return saveView(ctx, view)
}

export async function setViewLock(ctx: ViewContainer, id: string, is_locked: boolean): Promise<ViewResponse> {
  const view = await loadOwnView(ctx, id)
  view.is_locked = is_locked
  return saveView(ctx, view)
}

export async function deleteView(ctx: ViewContainer, id: string): Promise<undefined> {
  const view = await loadView(ctx, id)
  if (!canDeleteView(viewActor(ctx), view)) throw forbidden('Only an admin or the owner can delete the view.')
  const before = pickVisibilityFields(view)
  view.deleted_at = new Date()
  recordTeamViewActivity(ctx.em, view, before, ctx.user.id)
  await saveView(ctx, view)
}

/** Restores a deleted view. A view that is not deleted does not change. */
export async function restoreView(ctx: ViewContainer, id: string): Promise<ViewResponse> {
  const view = await loadView(ctx, id, { trashed: true })
  if (!canDeleteView(viewActor(ctx), view)) throw forbidden()
  const before = pickVisibilityFields(view)
  view.deleted_at = null
  recordTeamViewActivity(ctx.em, view, before, ctx.user.id)
  return saveView(ctx, view)
}

/**
 * Returns the view settings after the change. Throws for invalid filters, so that listing the items of a view
 * never fails.
 */
function viewSettingsOf(ctx: ViewContainer, now: ViewSettings, change: ViewSettingsChange): ViewSettings {
  if (change.rich_filters)
    parseFiltersFromRequest(change.rich_filters, createUserClock(ctx.user), 'rich_filters')
  return mergeViewSettings(now, change, screenForViewDefaults(ctx))
}

async function loadOwnView(ctx: ViewContainer, id: string): Promise<View> {
  const view = await loadView(ctx, id)
  if (!canManageView(viewActor(ctx), view)) throw forbidden('Only the owner of the view can update the view')
  return view
}

/**
 * Loads and locks the view. Its visibility determines who receives the change, and concurrent requests may
 * change the visibility.
 */
export async function loadView(ctx: ViewContainer, id: string, { trashed = false } = {}): Promise<View> {
  const view = await ctx.em.findOne(
    ViewEntity,
    {
      id,
      workspace_id: ctx.workspace.id,
      project_id: containerProjectId(ctx),
      teamspace_id: containerTeamspaceId(ctx),
      ...(!trashed && { deleted_at: null }),
    },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (view === null || !canSeeView(viewActor(ctx), view)) throw notFound()
  return view
}

export async function saveView(ctx: ViewContainer, view: View): Promise<ViewResponse> {
  view.updated_by = ctx.user.id
  await ctx.em.flush()
  return presentView(view)
}
