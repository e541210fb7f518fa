import { role } from '#common/platform/roles.ts'
import type { PropertiesContext } from '#common/work/user-properties/rules.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'

/** Where views are: in a project, or in the workspace itself. */
export type ViewContainer = ProjectContext | WorkspaceContext

export function projectIdOfViews(ctx: ViewContainer): string | null {
  return 'project' in ctx ? ctx.project.id : null
}

/** The caller as the rules of views see them. */
export function actorAt(ctx: ViewContainer) {
  const { user, workspace } = ctx
  return 'project' in ctx
    ? { user_id: user.id, role: ctx.project.role, sees_all: ctx.project.sees_all }
    : { user_id: user.id, role: workspace.role, sees_all: workspace.role > role.guest }
}

/** Where what a new view does not say is looked up. */
export function freshContextAt(ctx: ViewContainer): PropertiesContext {
  return 'project' in ctx ? 'project' : 'all-issues'
}
