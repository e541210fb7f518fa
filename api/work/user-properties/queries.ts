import type { AnswerOf } from '#common/platform/call.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { userPropertiesCalls } from '#common/work/user-properties/calls.ts'
import {
  defaultProperties,
  isProjectScreen,
  type ProjectScreen,
  type ScreenWithPreferences,
  teamspaceScreen,
  type WorkspaceScreen,
  withDefaultUserProperties,
} from '#common/work/user-properties/rules.ts'
import { userPropertiesAnswer, userPropertiesRow } from '#common/work/user-properties/schema.ts'
import { positionInSidebar } from '../../organization/projects/sidebar.ts'
import { getTeamspace } from '../../organization/teamspaces/queries.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { requirePlan } from '../plans/require-plan.ts'

export type Answer = AnswerOf<typeof userPropertiesCalls.getUserProperties>
export type WorkspaceAnswer = AnswerOf<typeof userPropertiesCalls.getWorkspaceUserProperties>

/**
 * The screen that the preferences apply to: a project, cycle, module or one of the screens of the workspace.
 */
export interface PropertiesTarget {
  context: ScreenWithPreferences
  context_id: string
}

export function inProject(ctx: ProjectContext, context: ProjectScreen): PropertiesTarget {
  return { context, context_id: ctx.project.id }
}

/** Throws `not_found` unless the project contains this cycle or module. */
export async function inPlan(
  ctx: ProjectContext,
  context: 'cycle' | 'module',
  id: string,
): Promise<PropertiesTarget> {
  await requirePlan(ctx, `${context}s`, id)
  return { context, context_id: id }
}

/** Throws `not_found` unless the caller can see the teamspace. */
export async function inTeamspace(ctx: WorkspaceContext, id: string): Promise<PropertiesTarget> {
  await getTeamspace(ctx, id)
  return { context: teamspaceScreen, context_id: id }
}

export function inWorkspace(ctx: WorkspaceContext, context: WorkspaceScreen): PropertiesTarget {
  return { context, context_id: ctx.workspace.id }
}

export async function listUserProperties(
  ctx: WorkspaceContext,
): Promise<AnswerOf<typeof userPropertiesCalls.listUserProperties>> {
  const rows = await query(ctx.em)
    .selectFrom('user_properties')
    .selectAll()
    .where('workspace_id', '=', ctx.workspace.id)
    .where('user_id', '=', ctx.user.id)
    .orderBy('id')
    .execute()
  return rows.map((row) => present(userPropertiesRow, withDefaultUserProperties(row)))
}

export async function getUserProperties(ctx: WorkspaceContext, target: PropertiesTarget): Promise<Answer> {
  const row = await query(ctx.em)
    .selectFrom('user_properties')
    .selectAll()
    .where('user_id', '=', ctx.user.id)
    .where('context', '=', target.context)
    .where('context_id', '=', target.context_id)
    .executeTakeFirst()
  return presentProperties({
    ...defaultProperties(target.context),
    ...target,
    workspace_id: ctx.workspace.id,
    user_id: ctx.user.id,
    ...(row && withDefaultUserProperties(row)),
    sort_order: (await sidebarPosition(ctx, target)) ?? row?.sort_order ?? firstPosition,
  })
}

export function presentProperties(
  row: PropertiesTarget & Pick<Answer, 'workspace_id' | 'user_id' | 'sort_order'>,
): Answer {
  const { context, context_id, workspace_id, user_id } = row
  return present(userPropertiesAnswer, {
    ...row,
    user: user_id,
    workspace: workspace_id,
    project: isProjectScreen(context) ? context_id : null,
  })
}

export async function getWorkspaceUserProperties(
  ctx: WorkspaceContext,
  context: WorkspaceScreen,
): Promise<WorkspaceAnswer> {
  return withNavigation(await getUserProperties(ctx, inWorkspace(ctx, context)))
}

export function withNavigation(answer: Answer): WorkspaceAnswer {
  const { navigation_project_limit, navigation_control_preference } = answer.preferences
  return { ...answer, navigation_project_limit, navigation_control_preference }
}

export async function getDisplayProperties(ctx: ProjectContext) {
  const { display_properties } = await getUserProperties(ctx, inProject(ctx, 'project'))
  return { properties: display_properties }
}

/** Returns the position of the project in the caller's sidebar, or null if the caller has not joined it. */
export async function sidebarPosition(
  ctx: WorkspaceContext,
  target: PropertiesTarget,
): Promise<number | null> {
  return target.context === 'project' ? positionInSidebar(ctx, target.context_id) : null
}
