import { LockMode } from '@mikro-orm/postgresql'
import type { dashboardCalls } from '#common/planning/dashboards/calls.ts'
import {
  canEditDashboard,
  canSeeDashboard,
  dashboardsLimit,
  widgetsLimit,
} from '#common/planning/dashboards/rules.ts'
import { type DashboardRow, dashboardRow, type Widget } from '#common/planning/dashboards/schema.ts'
import { widgetDefaults } from '#common/planning/dashboards/widget-defaults.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { parseFiltersFromRequest } from '#common/work/listing/request-filters.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { firstAndLastPosition } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type Dashboard, DashboardEntity } from './entity.ts'
import { dashboardActor, getDashboard, selectVisibleDashboards } from './queries.ts'

type Calls = typeof dashboardCalls
type AddedWidget = BodyOf<Calls['createWidget']>
type NewWidget = Omit<AddedWidget, 'after'>

/** Default size of a widget. Three widgets of this width fit in a row. */
const defaultSize = { w: 4, h: 3 }

export async function createDashboard(
  ctx: WorkspaceContext,
  { id, widgets = [], ...input }: BodyOf<Calls['createDashboard']>,
): Promise<DashboardRow> {
  await lockOwnMembership(ctx)
  await assertBelowDashboardsLimit(ctx, ctx.user.id)
  await assertProjectsInWorkspace(ctx, widgets)
  const completed = widgets.map((one) => completeWidget(ctx, one))
  distinctIds(completed)
  const dashboard = ctx.em.create(DashboardEntity, {
    description: '',
    access: 0,
    logo_props: {},
    sort_order: (await firstAndLastPosition(selectVisibleDashboards(ctx))).end,
    ...input,
    id: id ?? newId(),
    workspace_id: ctx.workspace.id,
    owned_by: ctx.user.id,
    widgets: completed,
    deleted_at: null,
    created_by: ctx.user.id,
    updated_by: ctx.user.id,
  })
  return save(ctx, dashboard)
}

export async function updateDashboard(
  ctx: WorkspaceContext,
  id: string,
  input: BodyOf<Calls['updateDashboard']>,
): Promise<DashboardRow> {
  const dashboard = await loadForEdit(ctx, id)
  const isShared = input.access !== undefined && input.access !== dashboard.access
  if (isShared && dashboard.owned_by !== ctx.user.id)
    throw forbidden('Only the owner can share the dashboard')
  ctx.em.assign(dashboard, input)
  return save(ctx, dashboard)
}

export async function arrangeDashboard(
  ctx: WorkspaceContext,
  id: string,
  { widgets }: BodyOf<Calls['arrangeDashboard']>,
): Promise<DashboardRow> {
  const dashboard = await loadForEdit(ctx, id)
  const ids = distinctIds(widgets)
  // Ignore widgets that the dashboard no longer contains, because another user may have removed them meanwhile.
  const named = widgets.flatMap((sent) =>
    dashboard.widgets.filter(({ id }) => id === sent.id).map((one) => ({ ...one, ...sent })),
  )
  dashboard.widgets = [...named, ...dashboard.widgets.filter((one) => !ids.has(one.id))]
  return save(ctx, dashboard)
}

/** Copies a dashboard that the caller can see. */
export async function duplicateDashboard(
  ctx: WorkspaceContext,
  id: string,
  input: BodyOf<Calls['duplicateDashboard']>,
): Promise<DashboardRow> {
  const { name, description, logo_props, widgets } = await getDashboard(ctx, id)
  const copied = widgets.map((one) => ({ ...one, id: newId() }))
  return createDashboard(ctx, { ...input, name, description, logo_props, access: 0, widgets: copied })
}

export async function deleteDashboard(ctx: WorkspaceContext, id: string): Promise<undefined> {
  const dashboard = await loadForEdit(ctx, id)
  dashboard.deleted_at = new Date()
  await save(ctx, dashboard)
}

/** Restores a deleted dashboard. Restoring a dashboard that is not deleted changes nothing. */
export async function restoreDashboard(ctx: WorkspaceContext, id: string): Promise<DashboardRow> {
  // Lock the membership, so that the caller cannot create another dashboard while this command counts them.
  await lockOwnMembership(ctx)
  const dashboard = await loadForEdit(ctx, id, { trashed: true })
  if (dashboard.deleted_at !== null) await assertBelowDashboardsLimit(ctx, dashboard.owned_by)
  dashboard.deleted_at = null
  return save(ctx, dashboard)
}

export async function createWidget(
  ctx: WorkspaceContext,
  id: string,
  { after, ...input }: AddedWidget,
): Promise<DashboardRow> {
  const dashboard = await loadForEdit(ctx, id)
  if (dashboard.widgets.length >= widgetsLimit)
    throw new AppError('invalid', `A dashboard can have at most ${widgetsLimit} widgets.`)
  await assertProjectsInWorkspace(ctx, [input])
  const widget = completeWidget(ctx, input)
  // Add the widget only once, because a repeated request and Undo send the same id again.
  const { widgets } = dashboard
  if (!widgets.some((one) => one.id === widget.id)) {
    // Another user may have removed the widget `after` meanwhile. The new widget is then the last.
    const at = widgets.findIndex((one) => one.id === after) + 1
    const isLast = at === 0 && after !== null
    dashboard.widgets = widgets.toSpliced(isLast ? widgets.length : at, 0, widget)
  }
  return save(ctx, dashboard)
}

export async function updateWidget(
  ctx: WorkspaceContext,
  id: string,
  widgetId: string,
  input: BodyOf<Calls['updateWidget']>,
): Promise<DashboardRow> {
  const dashboard = await loadForEdit(ctx, id)
  await assertProjectsInWorkspace(ctx, [input])
  const changed = checked(ctx, { ...findWidget(dashboard, widgetId), ...input })
  dashboard.widgets = dashboard.widgets.map((one) => (one.id === widgetId ? changed : one))
  return save(ctx, dashboard)
}

export async function deleteWidget(
  ctx: WorkspaceContext,
  id: string,
  widgetId: string,
): Promise<DashboardRow> {
  const dashboard = await loadForEdit(ctx, id)
  findWidget(dashboard, widgetId)
  dashboard.widgets = dashboard.widgets.filter((one) => one.id !== widgetId)
  return save(ctx, dashboard)
}

function completeWidget(ctx: WorkspaceContext, input: NewWidget): Widget {
  return checked(ctx, { ...widgetDefaults, ...defaultSize, ...input, id: input.id ?? newId() })
}

/** Throws if the settings of the widget are invalid, so that computing its data never fails. */
function checked(ctx: WorkspaceContext, widget: Widget): Widget {
  parseFiltersFromRequest(widget.rich_filters, createUserClock(ctx.user), 'rich_filters')
  if (widget.date_filter !== 'custom') return widget
  const { start_date, end_date } = widget
  if (start_date === null) throw invalid('start_date', 'A custom date filter needs a start date.')
  if (end_date === null) throw invalid('end_date', 'A custom date filter needs an end date.')
  if (end_date < start_date) throw invalid('end_date', 'The end date is before the start date.')
  return widget
}

/**
 * Throws for projects of another workspace. Deleted projects are accepted, so that a copy of a dashboard and
 * Undo do not fail.
 */
async function assertProjectsInWorkspace(
  { em, workspace }: WorkspaceContext,
  widgets: Pick<NewWidget, 'project_ids'>[],
): Promise<void> {
  const ids = [...new Set(widgets.flatMap(({ project_ids = [] }) => project_ids))]
  if (ids.length === 0) return
  const found = await query(em)
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('id', 'in', ids)
    .execute()
  if (found.length < ids.length)
    throw invalid('project_ids', 'The workspace does not have all of these projects.')
}

/** Returns the ids of the widgets. Throws if two widgets have the same id, because commands find widgets by id. */
function distinctIds(widgets: { id: string }[]): Set<string> {
  const ids = new Set(widgets.map(({ id }) => id))
  if (ids.size < widgets.length) throw invalid('widgets', 'Send each widget once.')
  return ids
}

async function assertBelowDashboardsLimit(ctx: WorkspaceContext, ownerId: string): Promise<void> {
  const { count } = await query(ctx.em)
    .selectFrom('dashboards')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', ctx.workspace.id)
    .where('owned_by', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= dashboardsLimit)
    throw new AppError('invalid', `You can have at most ${dashboardsLimit} dashboards.`)
}

function findWidget(dashboard: Dashboard, id: string): Widget {
  const widget = dashboard.widgets.find((one) => one.id === id)
  if (widget === undefined) throw notFound('Widget not found')
  return widget
}

/** Loads and locks the dashboard, because its row contains the widgets. */
async function loadForEdit(ctx: WorkspaceContext, id: string, { trashed = false } = {}): Promise<Dashboard> {
  const dashboard = await ctx.em.findOne(
    DashboardEntity,
    { id, workspace_id: ctx.workspace.id, ...(!trashed && { deleted_at: null }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  const actor = dashboardActor(ctx)
  if (dashboard === null || !canSeeDashboard(actor, dashboard)) throw notFound('Dashboard not found')
  if (!canEditDashboard(actor, dashboard))
    throw forbidden('Only the owner or an admin can change the dashboard')
  return dashboard
}

async function save(ctx: WorkspaceContext, dashboard: Dashboard): Promise<DashboardRow> {
  dashboard.updated_by = ctx.user.id
  await ctx.em.flush()
  return presentRow(dashboardRow, dashboard)
}
