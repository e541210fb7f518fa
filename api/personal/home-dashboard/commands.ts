import type { homeDashboardCalls } from '#common/personal/home-dashboard/calls.ts'
import type { HomeWidget, WidgetFilters } from '#common/personal/home-dashboard/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { HomeWidgetEntity } from './entity.ts'
import { findHomeDashboard, loadHomeDashboardContext } from './queries.ts'

export async function updateHomeWidget(
  caller: UserContext,
  dashboardId: string,
  widgetId: string,
  { filters, is_visible }: BodyOf<(typeof homeDashboardCalls)['updateHomeWidget']>,
): Promise<HomeWidget> {
  const ctx = await loadHomeDashboardContext(caller, dashboardId)
  await lockOwnMembership(ctx)
  const widget = (await findHomeDashboard(ctx)).widgets.find((one) => one.id === widgetId)
  if (widget === undefined) throw notFound('Widget not found')
  const changed: HomeWidget = {
    ...widget,
    is_visible: is_visible ?? widget.is_visible,
    widget_filters: checked({ ...widget.widget_filters, ...filters }),
  }
  const stored = await ctx.em.findOne(HomeWidgetEntity, { id: widgetId })
  if (stored === null)
    ctx.em.create(HomeWidgetEntity, { ...changed, workspace_id: ctx.workspace.id, user_id: ctx.user.id })
  else ctx.em.assign(stored, changed)
  await ctx.em.flush()
  return changed
}

function checked(filters: WidgetFilters): WidgetFilters {
  const [first, last] = filters.custom_dates
  if (filters.duration !== 'custom') return filters
  if (first === undefined || last === undefined)
    throw invalid('filters', 'A custom duration needs a first and a last day.')
  if (last < first) throw invalid('filters', 'The last day is before the first day.')
  return filters
}
