import type { homeDashboardCalls } from '#common/personal/home-dashboard/calls.ts'
import type { HomeWidgetKey, HomeWidgetTab } from '#common/personal/home-dashboard/rules.ts'
import type { HomeDashboard, HomeWidgetStats, WidgetFilters } from '#common/personal/home-dashboard/schema.ts'
import { dayRangeOfFilter } from '#common/planning/analytics/periods.ts'
import type { QueryOf } from '#common/platform/call.ts'
import { addDays, type Clock } from '#common/platform/clock.ts'
import { notFound } from '#common/platform/errors.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { type ListFilterQuery, listingQuery } from '#common/work/listing/schema.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { listRecentVisits } from '../../pages/recent-visits/queries.ts'
import { countItemsByAxes } from '../../planning/analytics/count-items-by-axes.ts'
import { getWorkspaceAnalyticsScope } from '../../planning/analytics/scope.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { workspaceItemAccessScope } from '../../work/listing/listable.ts'
import { listDetailedItemsInContext } from '../../work/listing/lists.ts'
import { listUserActivity } from '../profiles/activity.ts'
import { getUserStats } from '../profiles/figures.ts'
import { findHomeDashboard } from './queries.ts'

/** Maximum number of items that a widget lists. */
const widgetRows = 20
const open: StateGroup[] = ['backlog', 'unstarted', 'started']

export async function getHomeWidgetFigures(
  ctx: WorkspaceContext,
  id: string,
  sent: QueryOf<(typeof homeDashboardCalls)['getHomeWidgetFigures']>,
): Promise<HomeDashboard | HomeWidgetStats> {
  const home = await findHomeDashboard(ctx)
  if (home.dashboard.id !== id) throw notFound('Dashboard not found')
  const widget = home.widgets.find(({ key }) => key === sent.widget_key)
  if (widget === undefined) return home
  const { duration = widget.widget_filters.duration, issue_type: tab = widget.widget_filters.tab } = sent
  return figuresOf[widget.key](ctx, { ...widget.widget_filters, duration, tab })
}

const figuresOf: Record<
  HomeWidgetKey,
  (ctx: WorkspaceContext, filters: WidgetFilters) => Promise<HomeWidgetStats>
> = {
  async overview_stats(ctx) {
    const stats = await getUserStats(ctx, ctx.user.id)
    return {
      assigned_issues_count: stats.assigned_issues,
      pending_issues_count: stats.pending_issues,
      completed_issues_count: stats.completed_issues,
      created_issues_count: stats.created_issues,
    }
  },
  assigned_issues: (ctx, filters) => listItems(ctx, filters, 'assigned'),
  created_issues: (ctx, filters) => listItems(ctx, filters, 'created'),
  async issues_by_state_groups(ctx, filters) {
    const counts = await countAssigned(ctx, filters, 'STATE_GROUPS')
    return stateGroups.flatMap((state) =>
      counts.has(state) ? [{ state, count: counts.get(state) ?? 0 }] : [],
    )
  },
  async issues_by_priority(ctx, filters) {
    const counts = await countAssigned(ctx, filters, 'PRIORITY')
    return priorities.map((priority) => ({ priority, count: counts.get(priority) ?? 0 }))
  },
  async recent_activity(ctx) {
    return (await listUserActivity(ctx, ctx.user.id, { per_page: widgetRows })).results
  },
  async recent_projects(ctx) {
    const visits = await listRecentVisits(ctx, { entity_name: 'project', limit: widgetRows })
    return visits.map((visit) => visit.entity_identifier)
  },
  async recent_collaborators(ctx) {
    const scope = await getWorkspaceAnalyticsScope(ctx, { state_group: open.join() })
    const counts = await countItemsByAxes(ctx.em, scope.where(), [{ name: 'ASSIGNEES' }], scope.calendar)
    return counts
      .flatMap(({ keys: [user_id], items }) =>
        user_id == null || user_id === ctx.user.id ? [] : [{ user_id, active_issue_count: items }],
      )
      .toSorted((a, b) => b.active_issue_count - a.active_issue_count)
      .slice(0, widgetRows)
  },
}

async function listItems(ctx: WorkspaceContext, filters: WidgetFilters, of: 'assigned' | 'created') {
  const clock = createUserClock(ctx.user)
  const listable = await workspaceItemAccessScope(ctx)
  const sent = listingQuery.parse({
    ...createdWithin(filters, clock),
    ...inTab(filters.tab, clock),
    per_page: widgetRows,
  })
  const page = await listDetailedItemsInContext(
    ctx,
    listable,
    listingContexts[of](listable, ctx.user.id),
    sent,
  )
  return { issues: page.results, count: page.total_results }
}

async function countAssigned(
  ctx: WorkspaceContext,
  filters: WidgetFilters,
  name: 'STATE_GROUPS' | 'PRIORITY',
): Promise<Map<string | null | undefined, number>> {
  const sent = { ...createdWithin(filters, createUserClock(ctx.user)), assignees: ctx.user.id }
  const scope = await getWorkspaceAnalyticsScope(ctx, sent)
  const counts = await countItemsByAxes(ctx.em, scope.where(), [{ name }], scope.calendar)
  return new Map(counts.map(({ keys: [key], items }) => [key, items]))
}

function createdWithin({ duration, custom_dates }: WidgetFilters, clock: Clock): Partial<ListFilterQuery> {
  const [start_date, end_date] = custom_dates
  const range =
    duration === 'none' ? null : dayRangeOfFilter({ date_filter: duration, start_date, end_date }, clock)
  return range === null ? {} : { created_at: `${range.first};after,${range.last};before` }
}

function inTab(tab: HomeWidgetTab, { today }: Clock): Partial<ListFilterQuery> {
  if (tab === 'completed') return { state_group: 'completed' }
  const dates = {
    pending: {},
    upcoming: { target_date: `${today};after` },
    overdue: { target_date: `${addDays(today, -1)};before` },
  }
  return { state_group: open.join(), ...dates[tab] }
}
