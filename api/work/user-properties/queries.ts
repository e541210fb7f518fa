import type { AnswerOf } from '#common/platform/call.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { userPropertiesCalls } from '#common/work/user-properties/calls.ts'
import {
  completed,
  freshProperties,
  type ProjectPropertiesContext,
  type PropertiesContext,
  type WorkspacePropertiesContext,
} from '#common/work/user-properties/rules.ts'
import { userPropertiesAnswer, userPropertiesRow } from '#common/work/user-properties/schema.ts'
import { positionInSidebar } from '../../organization/projects/sidebar.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { requirePlan } from '../plans/known.ts'

export type Answer = AnswerOf<typeof userPropertiesCalls.getUserProperties>
export type WorkspaceAnswer = AnswerOf<typeof userPropertiesCalls.getWorkspaceUserProperties>

/** A place, by what the preferences are about and its id. */
export interface PropertiesTarget {
  context: PropertiesContext
  context_id: string
}

export function inProject(ctx: ProjectContext, context: ProjectPropertiesContext): PropertiesTarget {
  return { context, context_id: ctx.project.id }
}

/** Throws `not_found` where the project has no such cycle or module. */
export async function inPlan(
  ctx: ProjectContext,
  context: 'cycle' | 'module',
  id: string,
): Promise<PropertiesTarget> {
  await requirePlan(ctx, `${context}s`, id)
  return { context, context_id: id }
}

export function inWorkspace(ctx: WorkspaceContext, context: WorkspacePropertiesContext): PropertiesTarget {
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
  return rows.map((row) => present(userPropertiesRow, completed(row)))
}

export async function getUserProperties(ctx: WorkspaceContext, place: PropertiesTarget): Promise<Answer> {
  const row = await query(ctx.em)
    .selectFrom('user_properties')
    .selectAll()
    .where('user_id', '=', ctx.user.id)
    .where('context', '=', place.context)
    .where('context_id', '=', place.context_id)
    .executeTakeFirst()
  return present(userPropertiesAnswer, {
    ...freshProperties(place.context),
    ...place,
    workspace_id: ctx.workspace.id,
    user_id: ctx.user.id,
    ...(row && completed(row)),
    sort_order: (await placeInSidebar(ctx, place)) ?? row?.sort_order ?? firstPosition,
  })
}

export async function getWorkspaceUserProperties(
  ctx: WorkspaceContext,
  context: WorkspacePropertiesContext,
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

/** Where the project stands in one's sidebar; null where one has not joined it. */
export async function placeInSidebar(ctx: WorkspaceContext, place: PropertiesTarget): Promise<number | null> {
  return place.context === 'project' ? positionInSidebar(ctx, place.context_id) : null
}
