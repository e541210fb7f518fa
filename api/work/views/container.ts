import { role } from '#common/platform/roles.ts'
import type { PropertiesContext } from '#common/work/user-properties/rules.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'

/** Context of a request for views, which belong to a project or to the workspace. */
export type ViewContainer = ProjectContext | WorkspaceContext

export function projectIdOfViews(ctx: ViewContainer): string | null {
  return 'project' in ctx ? ctx.project.id : null
}

/** Returns the caller in the form that the rules of views expect. */
export function viewActor(ctx: ViewContainer) {
  const { user, workspace } = ctx
  return 'project' in ctx
    ? { user_id: user.id, role: ctx.project.role, sees_all: ctx.project.sees_all }
    : { user_id: user.id, role: workspace.role, sees_all: workspace.role > role.guest }
}

/**
 * Returns the screen whose default settings a new view gets, for settings that the request does not specify.
 */
export function defaultsContext(ctx: ViewContainer): PropertiesContext {
  return 'project' in ctx ? 'project' : 'all-issues'
}
