import { LockMode } from '@mikro-orm/postgresql'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { readSentFilters } from '#common/work/listing/sent-filters.ts'
import {
  changedViewSettings,
  freshProperties,
  type ViewSettings,
  type ViewSettingsChange,
} from '#common/work/user-properties/rules.ts'
import type { viewCalls } from '#common/work/views/calls.ts'
import { canDeleteView, canEditView, canHoldView, canSeeView } from '#common/work/views/rules.ts'
import type { ViewAccess, ViewAnswer } from '#common/work/views/schema.ts'
import { clockOf } from '../../platform/context/clock-of.ts'
import { actorAt, freshContextAt, projectIdOfViews, type ViewContainer } from './container.ts'
import { endIfPrivate } from './end-publishing.ts'
import { type View, ViewEntity } from './entity.ts'
import { nextPosition, presentView } from './queries.ts'

type CreateInput = BodyOf<typeof viewCalls.createView>
type UpdateInput = BodyOf<typeof viewCalls.updateView>

export async function createView(ctx: ViewContainer, input: CreateInput): Promise<ViewAnswer> {
  const { em, user, workspace } = ctx
  const { preferences, ...fresh } = freshProperties(freshContextAt(ctx))
  const view = em.create(ViewEntity, {
    ...looksOf(ctx, fresh, input),
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_id: projectIdOfViews(ctx),
    name: input.name,
    description: input.description ?? '',
    access: input.access ?? 1,
    is_locked: input.is_locked ?? false,
    owned_by: user.id,
    logo_props: input.logo_props ?? {},
    anchor: null,
    sort_order: await nextPosition(ctx),
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  return presentView(view)
}

export async function updateView(ctx: ViewContainer, id: string, input: UpdateInput): Promise<ViewAnswer> {
  const view = await loadOwn(ctx, id)
  const is_locked = view.is_locked && input.is_locked !== false
  if (!canEditView(actorAt(ctx), { ...view, is_locked })) {
    throw new AppError('invalid', 'view is locked', { fields: { is_locked: ['view is locked'] } })
  }
  ctx.em.assign(view, { ...input, ...looksOf(ctx, view, input) })
  await endIfPrivate(ctx, view)
  return saveView(ctx, view)
}

export async function setViewAccess(ctx: ViewContainer, id: string, access: ViewAccess): Promise<ViewAnswer> {
  const view = await loadOwn(ctx, id)
  view.access = access
  await endIfPrivate(ctx, view)
  return saveView(ctx, view)
}

export async function setViewLock(ctx: ViewContainer, id: string, is_locked: boolean): Promise<ViewAnswer> {
  const view = await loadOwn(ctx, id)
  view.is_locked = is_locked
  return saveView(ctx, view)
}

export async function deleteView(ctx: ViewContainer, id: string): Promise<undefined> {
  const view = await load(ctx, id)
  if (!canDeleteView(actorAt(ctx), view)) throw forbidden('Only admin or owner can delete the view')
  view.deleted_at = new Date()
  await saveView(ctx, view)
}

/** Takes a view out of the trash, to where it was. Restoring one that is not in the trash changes nothing. */
export async function restoreView(ctx: ViewContainer, id: string): Promise<ViewAnswer> {
  const view = await load(ctx, id, { trashed: true })
  if (!canDeleteView(actorAt(ctx), view)) throw forbidden()
  view.deleted_at = null
  return saveView(ctx, view)
}

/** Filters and display with what is sent laid over them. What is no filter is refused here, so that a view never fails to list. */
function looksOf(ctx: ViewContainer, now: ViewSettings, change: ViewSettingsChange): ViewSettings {
  if (change.rich_filters) readSentFilters(change.rich_filters, clockOf(ctx.user), 'rich_filters')
  return changedViewSettings(now, change, freshContextAt(ctx))
}

async function loadOwn(ctx: ViewContainer, id: string): Promise<View> {
  const view = await load(ctx, id)
  if (!canHoldView(actorAt(ctx), view)) throw forbidden('Only the owner of the view can update the view')
  return view
}

/** Locked before it is changed: who hears of the change goes by who may see the view, which may be changing too. */
export async function load(ctx: ViewContainer, id: string, { trashed = false } = {}): Promise<View> {
  const view = await ctx.em.findOne(
    ViewEntity,
    {
      id,
      workspace_id: ctx.workspace.id,
      project_id: projectIdOfViews(ctx),
      ...(!trashed && { deleted_at: null }),
    },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (view === null || !canSeeView(actorAt(ctx), view)) throw notFound()
  return view
}

export async function saveView(ctx: ViewContainer, view: View): Promise<ViewAnswer> {
  view.updated_by = ctx.user.id
  await ctx.em.flush()
  return presentView(view)
}
