import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { userPropertiesCalls } from '#common/work/user-properties/calls.ts'
import {
  createDefaultUserProperties,
  isProjectScreen,
  type ProjectScreen,
  type ScreenWithPreferences,
  teamspaceScreen,
  type WorkspaceScreen,
  withDefaultUserProperties,
} from '#common/work/user-properties/rules.ts'
import { userPropertiesResponse, userPropertiesRow } from '#common/work/user-properties/schema.ts'
import { getSidebarPosition } from '../../organization/projects/sidebar.ts'
import { getTeamspace } from '../../organization/teamspaces/queries.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { requireCycleOrModule } from '../cycles-modules-epics/require-cycle-or-module.ts'

export type UserPropertiesResult = ResponseOf<typeof userPropertiesCalls.getUserProperties>
export type WorkspaceUserPropertiesResult = ResponseOf<typeof userPropertiesCalls.getWorkspaceUserProperties>

export type MemberPreferences = ResponseOf<typeof userPropertiesCalls.getMemberPreferences>

/**
 * The screen to which the preferences apply: the screen of a project, cycle, module or teamspace, or one of the
 * screens of the workspace.
 */
export interface PreferencesScreen {
  context: ScreenWithPreferences
  context_id: string
}

export function projectPreferencesScreen(ctx: ProjectContext, context: ProjectScreen): PreferencesScreen {
  return { context, context_id: ctx.project.id }
}

/** Throws `not_found` unless the project contains this cycle or module. */
export async function cycleOrModulePreferencesScreen(
  ctx: ProjectContext,
  context: 'cycle' | 'module',
  id: string,
): Promise<PreferencesScreen> {
  await requireCycleOrModule(ctx, `${context}s`, id)
  return { context, context_id: id }
}

/** Throws `not_found` unless the caller can see the teamspace. */
export async function teamspacePreferencesScreen(
  ctx: WorkspaceContext,
  id: string,
): Promise<PreferencesScreen> {
  await getTeamspace(ctx, id)
  return { context: teamspaceScreen, context_id: id }
}

export function workspacePreferencesScreen(
  ctx: WorkspaceContext,
  context: WorkspaceScreen,
): PreferencesScreen {
  return { context, context_id: ctx.workspace.id }
}

export async function listUserProperties(
  ctx: WorkspaceContext,
): Promise<ResponseOf<typeof userPropertiesCalls.listUserProperties>> {
  const rows = await query(ctx.em)
    .selectFrom('user_properties')
    .selectAll()
    .where('workspace_id', '=', ctx.workspace.id)
    .where('user_id', '=', ctx.user.id)
    .orderBy('id')
    .execute()
  return rows.map((row) => presentRow(userPropertiesRow, withDefaultUserProperties(row)))
}

export async function getUserProperties(
  ctx: WorkspaceContext,
  target: PreferencesScreen,
): Promise<UserPropertiesResult> {
  const row = await query(ctx.em)
    .selectFrom('user_properties')
    .selectAll()
    .where('user_id', '=', ctx.user.id)
    .where('context', '=', target.context)
    .where('context_id', '=', target.context_id)
    .executeTakeFirst()
  return presentUserProperties({
    ...createDefaultUserProperties(target.context),
    ...target,
    workspace_id: ctx.workspace.id,
    user_id: ctx.user.id,
    ...(row && withDefaultUserProperties(row)),
    sort_order: (await loadSidebarPosition(ctx, target)) ?? row?.sort_order ?? firstPosition,
  })
}

/** Builds the response of the calls that read or change the preferences for a screen. */
export function presentUserProperties(
  row: PreferencesScreen & Pick<UserPropertiesResult, 'workspace_id' | 'user_id' | 'sort_order'>,
): UserPropertiesResult {
  const { context, context_id, workspace_id, user_id } = row
  return presentRow(userPropertiesResponse, {
    ...row,
    user: user_id,
    workspace: workspace_id,
    project: isProjectScreen(context) ? context_id : null,
  })
}

export async function getWorkspaceUserProperties(
  ctx: WorkspaceContext,
  context: WorkspaceScreen,
): Promise<WorkspaceUserPropertiesResult> {
  return addNavigationPreferences(await getUserProperties(ctx, workspacePreferencesScreen(ctx, context)))
}

export function addNavigationPreferences(answer: UserPropertiesResult): WorkspaceUserPropertiesResult {
  const { navigation_project_limit, navigation_control_preference } = answer.preferences
  return { ...answer, navigation_project_limit, navigation_control_preference }
}

/**
 * Returns the caller's preferences for the project. The path contains the id of the caller; the preferences
 * of another member are not found.
 */
export async function getMemberPreferences(ctx: ProjectContext, member: string): Promise<MemberPreferences> {
  if (member !== ctx.user.id) throw notFound('Member not found')
  return presentMemberPreferences(await getUserProperties(ctx, projectPreferencesScreen(ctx, 'project')))
}

export function presentMemberPreferences({ preferences, user, workspace, context_id }: UserPropertiesResult) {
  return {
    preferences: { pages: preferences.pages, navigation: preferences.navigation },
    member: user,
    workspace,
    project: context_id,
  }
}

export async function getDisplayProperties(ctx: ProjectContext) {
  const { display_properties } = await getUserProperties(ctx, projectPreferencesScreen(ctx, 'project'))
  return { properties: display_properties }
}

/**
 * Returns the position of the project in the caller's sidebar. Returns null if the caller has not joined the
 * project, or if the screen does not belong to a project.
 */
export async function loadSidebarPosition(
  ctx: WorkspaceContext,
  target: PreferencesScreen,
): Promise<number | null> {
  return target.context === 'project' ? getSidebarPosition(ctx, target.context_id) : null
}
