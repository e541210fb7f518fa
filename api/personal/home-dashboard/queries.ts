import { v5 } from 'uuid'
import { defaultWidgetFilters, homeWidgetKeys } from '#common/personal/home-dashboard/rules.ts'
import type { HomeDashboard, HomeWidget } from '#common/personal/home-dashboard/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { findWorkspace } from '../../access/access.ts'
import { listWorkspaces } from '../../organization/workspaces/queries.ts'
import type { UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Returns the home dashboard of the caller. If the database has no row for a widget, the widget has its default
 * values, because reads must not write.
 */
export async function findHomeDashboard(ctx: WorkspaceContext): Promise<HomeDashboard> {
  const { em, user, workspace } = ctx
  const stored = await query(em)
    .selectFrom('home_widgets')
    .select(['id', 'key', 'is_visible', 'widget_filters'])
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .execute()
  const id = homeDashboardId(ctx, workspace)
  return {
    dashboard: {
      id,
      workspace: workspace.id,
      owned_by: user.id,
      name: 'Home',
      is_default: true,
      type_identifier: 'home',
    },
    widgets: homeWidgetKeys.map(
      (key): HomeWidget =>
        stored.find((one) => one.key === key) ?? {
          id: v5(key, id),
          key,
          is_visible: true,
          widget_filters: { ...defaultWidgetFilters, custom_dates: [] },
        },
    ),
  }
}

/**
 * Returns the context of the workspace whose home dashboard has this id, because the path does not name the
 * workspace.
 */
export async function loadHomeDashboardContext(ctx: UserContext, id: string): Promise<WorkspaceContext> {
  const own = (await listWorkspaces(ctx)).find((workspace) => homeDashboardId(ctx, workspace) === id)
  const workspace = own && (await findWorkspace(ctx.em, ctx.user.id, { id: own.id }))
  if (!workspace) throw notFound('Dashboard not found')
  return { ...ctx, workspace }
}

function homeDashboardId({ user }: UserContext, workspace: { id: string }): string {
  return v5(user.id, workspace.id)
}
