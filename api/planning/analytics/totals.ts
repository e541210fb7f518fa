import { type RawBuilder, sql } from 'kysely'
import type {
  AnalyticsOverview,
  AnalyticsScopeQuery,
  WorkItemTotals,
} from '#common/planning/analytics/schema.ts'
import { intakeStatus } from '#common/planning/intake/rules.ts'
import { addDays } from '#common/platform/clock.ts'
import { type Role, role } from '#common/platform/roles.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import { activeWorkspaceMemberships, isPerson, projectAccessSubquery } from '../../access/query.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { conditionToSql } from '../../work/listing/condition.ts'
import { countInScope } from './count-items.ts'
import {
  type AnalyticsSelection,
  createdInRangeSql,
  getProjectAnalyticsScope,
  getWorkspaceAnalyticsScope,
} from './scope.ts'

type TotalsQuery = AnalyticsScopeQuery & { tab: 'overview' | 'work-items' }

export async function getWorkspaceTotals(
  ctx: WorkspaceContext,
  sent: TotalsQuery,
): Promise<AnalyticsOverview | WorkItemTotals> {
  const scope = await getWorkspaceAnalyticsScope(ctx, sent)
  if (sent.tab === 'work-items') return workItemTotals(ctx, scope)
  const people =
    sent.project_ids === undefined
      ? query(ctx.em)
          .selectFrom(activeWorkspaceMemberships)
          .select(['user_id', 'workspace_role as role'])
          .where('workspace_id', '=', ctx.workspace.id)
          .where('is_account_active', '=', true)
          .where(isPerson)
      : peopleOf(ctx, scope)
  return overview(ctx, scope, await people.execute())
}

export async function getProjectTotals(
  ctx: ProjectContext,
  sent: TotalsQuery,
): Promise<AnalyticsOverview | WorkItemTotals> {
  const scope = await getProjectAnalyticsScope(ctx, sent)
  return sent.tab === 'work-items'
    ? workItemTotals(ctx, scope)
    : overview(ctx, scope, await peopleOf(ctx, scope).execute())
}

/**
 * Selects the users who have a role in the projects of the scope. A user of several projects counts once, with the
 * highest role.
 */
function peopleOf({ em, workspace }: WorkspaceContext, { listable }: AnalyticsSelection) {
  return query(em)
    .selectFrom(projectAccessSubquery)
    .select(['user_id', sql<Role>`max(role)::int`.as('role')])
    .where('workspace_id', '=', workspace.id)
    .where(sql<boolean>`project_id = any(${listable.project_ids}::uuid[])`)
    .where('is_account_active', '=', true)
    .where('role', 'is not', null)
    .where(isPerson)
    .groupBy('user_id')
}

async function overview(
  { em }: WorkspaceContext,
  scope: AnalyticsSelection,
  people: { role: Role | null }[],
): Promise<AnalyticsOverview> {
  const { project_ids } = scope.listable
  const inProjects = sql`project_id = any(${project_ids}::uuid[]) ${createdWithin(scope)}`
  const { rows } = await sql<{ projects: number; cycles: number; intake: number; items: number }>`select
    (select count(*)::int from projects where id = any(${project_ids}::uuid[]) ${createdWithin(scope)}) as projects,
    (select count(*)::int from cycles where ${inProjects} and deleted_at is null and archived_at is null) as cycles,
    (select count(*)::int from intake_issues where ${inProjects}
      and status in (${intakeStatus.pending}, ${intakeStatus.snoozed})
      and exists (select 1 from work_items where work_items.id = intake_issues.id and deleted_at is null
        and ${conditionToSql(scope.listable.access)})) as intake,
    (select count(*)::int from work_items where ${createdInRangeSql(scope)}) as items`.execute(query(em))
  const found = rows[0] ?? { projects: 0, cycles: 0, intake: 0, items: 0 }
  const withRole = (wanted: Role) => ({
    count: people.filter(({ role: memberRole }) => memberRole === wanted).length,
  })
  return {
    total_users: { count: people.length },
    total_admins: withRole(role.admin),
    total_members: withRole(role.member),
    total_guests: withRole(role.guest),
    total_projects: { count: found.projects },
    total_work_items: { count: found.items },
    total_cycles: { count: found.cycles },
    total_intake: { count: found.intake },
  }
}

function createdWithin({ range, clock }: AnalyticsSelection): RawBuilder<unknown> {
  if (range === null) return sql``
  const from = clock.startOf(range.first)
  const before = clock.startOf(addDays(range.last, 1))
  return sql`and created_at >= ${from}::timestamptz and created_at < ${before}::timestamptz`
}

async function workItemTotals({ em }: WorkspaceContext, scope: AnalyticsSelection): Promise<WorkItemTotals> {
  const counts = await countInScope(em, scope, [{ name: 'STATE_GROUPS' }])
  const inGroup = (group: StateGroup) => ({ count: counts.find(({ keys }) => keys[0] === group)?.items ?? 0 })
  return {
    total_work_items: { count: counts.reduce((sum, { items }) => sum + items, 0) },
    started_work_items: inGroup('started'),
    backlog_work_items: inGroup('backlog'),
    un_started_work_items: inGroup('unstarted'),
    completed_work_items: inGroup('completed'),
  }
}
