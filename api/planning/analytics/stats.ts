import type { ChartAxisName } from '#common/planning/analytics/axes.ts'
import type { AnalyticsScopeQuery, AssigneeCounts, ProjectCounts } from '#common/planning/analytics/schema.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { loadAxisValueNames } from './axis-value-names.ts'
import { countInScope } from './count-items.ts'
import type { AxisCount } from './count-items-by-axes.ts'
import { type AnalyticsSelection, getProjectAnalyticsScope, getWorkspaceAnalyticsScope } from './scope.ts'

/** Returns one row for each project of the scope, including projects without work items. */
export async function listWorkspaceStats(
  ctx: WorkspaceContext,
  sent: AnalyticsScopeQuery,
): Promise<ProjectCounts[]> {
  const scope = await getWorkspaceAnalyticsScope(ctx, sent)
  const { project_ids } = scope.listable
  const counts = await countsBy(ctx, scope, 'PROJECTS')
  const nameOf = await loadAxisValueNames(ctx, scope, 'PROJECTS', project_ids)
  return project_ids.map((id) => ({
    project_id: id,
    project__name: nameOf(id),
    ...groupsOf(counts.filter(({ keys }) => keys[0] === id)),
  }))
}

/** Returns one row for each assignee, the largest total first. The row of unassigned items comes last. */
export async function listProjectAssigneeStats(
  ctx: ProjectContext,
  sent: AnalyticsScopeQuery,
): Promise<AssigneeCounts[]> {
  const counts = await countsBy(ctx, await getProjectAnalyticsScope(ctx, sent), 'ASSIGNEES')
  const byPerson = Map.groupBy(counts, ({ keys }) => keys[0] ?? null)
  const people = await loadUsersLite(
    ctx.em,
    [...byPerson.keys()].filter((id) => id !== null),
  )
  const total = (id: string | null) => (byPerson.get(id) ?? []).reduce((sum, { items }) => sum + items, 0)
  const rank = (id: string | null) => (id === null ? 1 : 0)
  return [...byPerson.keys()]
    .toSorted((a, b) => rank(a) - rank(b) || total(b) - total(a))
    .map((id) => ({
      assignee_id: id,
      display_name: people.get(id)?.display_name ?? null,
      avatar_url: people.get(id)?.avatar_url ?? null,
      ...groupsOf(byPerson.get(id) ?? []),
    }))
}

function countsBy(
  { em }: WorkspaceContext,
  scope: AnalyticsSelection,
  axis: ChartAxisName,
): Promise<AxisCount[]> {
  return countInScope(em, scope, [{ name: axis }, { name: 'STATE_GROUPS' }])
}

function groupsOf(counts: readonly AxisCount[]) {
  const inGroup = (group: StateGroup) => counts.find(({ keys }) => keys[1] === group)?.items ?? 0
  return {
    backlog_work_items: inGroup('backlog'),
    un_started_work_items: inGroup('unstarted'),
    started_work_items: inGroup('started'),
    completed_work_items: inGroup('completed'),
    cancelled_work_items: inGroup('cancelled'),
  }
}
