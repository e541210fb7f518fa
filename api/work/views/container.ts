import { canManageTeamspace } from '#common/organization/teamspaces/rules.ts'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { role } from '#common/platform/roles.ts'
import type { ScreenWithPreferences } from '#common/work/user-properties/rules.ts'
import { getTeamspace, teamspaceActor } from '../../organization/teamspaces/queries.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'

/** Views belong to a project, to a teamspace or to the workspace. */
export type ViewContainer = ProjectContext | TeamContext | WorkspaceContext

interface TeamContext extends WorkspaceContext {
  teamspace: TeamspaceRow
}

/** Throws `not_found` unless the caller can see the teamspace. */
export async function loadTeamspaceViewContext(ctx: WorkspaceContext, id: string): Promise<TeamContext> {
  return { ...ctx, teamspace: await getTeamspace(ctx, id) }
}

export function containerTeamspaceId(ctx: ViewContainer): string | null {
  return 'teamspace' in ctx ? ctx.teamspace.id : null
}

export function containerProjectId(ctx: ViewContainer): string | null {
  return 'project' in ctx ? ctx.project.id : null
}

/**
 * Returns the id and the role of the caller, as the functions in `common/work/views/rules.ts` expect them.
 */
export function viewActor(ctx: ViewContainer) {
  const { user, workspace } = ctx
  if ('teamspace' in ctx) {
    const isManager = canManageTeamspace(teamspaceActor(ctx), ctx.teamspace)
    return { user_id: user.id, role: isManager ? role.admin : role.member, sees_all: true }
  }
  return 'project' in ctx
    ? { user_id: user.id, role: ctx.project.role, sees_all: ctx.project.sees_all }
    : { user_id: user.id, role: workspace.role, sees_all: workspace.role > role.guest }
}

/**
 * Returns the screen whose default settings a new view gets, for settings that the request does not specify.
 */
export function screenForViewDefaults(ctx: ViewContainer): ScreenWithPreferences {
  if ('teamspace' in ctx) return 'team'
  return 'project' in ctx ? 'project' : 'all-issues'
}
