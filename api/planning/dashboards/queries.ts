import { canSeeDashboard } from '#common/planning/dashboards/rules.ts'
import {
  type DashboardRow,
  type DashboardSummary,
  dashboardRow,
  dashboardSummary,
} from '#common/planning/dashboards/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

export async function listDashboards(ctx: WorkspaceContext): Promise<DashboardSummary[]> {
  const rows = await selectVisibleDashboards(ctx)
    .select(dashboardSummary.keyof().options)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows
    .filter((row) => canSeeDashboard(dashboardActor(ctx), row))
    .map((row) => presentRow(dashboardSummary, row))
}

export async function getDashboard(ctx: WorkspaceContext, id: string): Promise<DashboardRow> {
  const row = await selectVisibleDashboards(ctx).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || !canSeeDashboard(dashboardActor(ctx), row)) throw notFound('Dashboard not found')
  return presentRow(dashboardRow, row)
}

export function dashboardActor({ user, workspace }: WorkspaceContext) {
  return { user_id: user.id, role: workspace.role }
}

export function selectVisibleDashboards({ em, workspace }: WorkspaceContext) {
  return query(em)
    .selectFrom('dashboards')
    .where('workspace_id', '=', workspace.id)
    .where('deleted_at', 'is', null)
}
