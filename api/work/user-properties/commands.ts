import type { BodyOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { userPropertiesCalls } from '#common/work/user-properties/calls.ts'
import {
  createDefaultUserProperties,
  mergeUserProperties,
  type UserViewSettingsChange,
  type WorkspaceScreen,
} from '#common/work/user-properties/rules.ts'
import { moveProjectInSidebar } from '../../organization/projects/sidebar.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { UserPropertiesEntity } from './entity.ts'
import {
  addNavigationPreferences,
  getMemberPreferences,
  loadSidebarPosition,
  type MemberPreferences,
  type PreferencesScreen,
  presentMemberPreferences,
  presentUserProperties,
  projectPreferencesScreen,
  type UserPropertiesResult,
  type WorkspaceUserPropertiesResult,
  workspacePreferencesScreen,
} from './queries.ts'

interface Change extends UserViewSettingsChange {
  id?: string | undefined
  sort_order?: number | undefined
}

export async function updateUserProperties(
  ctx: WorkspaceContext,
  target: PreferencesScreen,
  { id, sort_order, ...change }: Change,
): Promise<UserPropertiesResult> {
  const { em, user, workspace } = ctx
  // Lock the membership, so that two tabs of the same user cannot both create the row.
  await lockOwnMembership(ctx)
  // Also store the position of the project in the sidebar in the membership. For workspace admins who are not members
  // of the project, the position is stored only in the row of the preferences.
  if (sort_order !== undefined) await moveProjectInSidebar(ctx, target.context_id, sort_order)
  const known = await em.findOne(UserPropertiesEntity, { user_id: user.id, ...target })
  const now = mergeUserProperties(
    known ?? createDefaultUserProperties(target.context),
    change,
    target.context,
  )
  const sorted = sort_order ?? (await loadSidebarPosition(ctx, target)) ?? known?.sort_order ?? firstPosition
  const row =
    known === null
      ? em.create(UserPropertiesEntity, {
          ...now,
          ...target,
          id: id ?? newId(),
          workspace_id: workspace.id,
          user_id: user.id,
          sort_order: sorted,
        })
      : em.assign(known, { ...now, sort_order: sorted })
  await em.flush()
  return presentUserProperties(row)
}

export async function updateWorkspaceUserProperties(
  ctx: WorkspaceContext,
  context: WorkspaceScreen,
  input: BodyOf<typeof userPropertiesCalls.updateWorkspaceUserProperties>,
): Promise<WorkspaceUserPropertiesResult> {
  const { navigation_project_limit, navigation_control_preference, preferences, ...change } = input
  const answer = await updateUserProperties(ctx, workspacePreferencesScreen(ctx, context), {
    ...change,
    preferences: {
      ...preferences,
      ...(navigation_project_limit !== undefined && { navigation_project_limit }),
      ...(navigation_control_preference !== undefined && { navigation_control_preference }),
    },
  })
  return addNavigationPreferences(answer)
}

export async function setWorkspaceView(
  ctx: WorkspaceContext,
  { view_props }: BodyOf<typeof userPropertiesCalls.setWorkspaceView>,
): Promise<undefined> {
  await updateUserProperties(ctx, workspacePreferencesScreen(ctx, 'workspace'), { ...view_props })
}

export async function setDisplayProperties(
  ctx: ProjectContext,
  { properties }: BodyOf<typeof userPropertiesCalls.setDisplayProperties>,
) {
  const { display_properties } = await updateUserProperties(ctx, projectPreferencesScreen(ctx, 'project'), {
    display_properties: properties,
  })
  return { properties: display_properties }
}

/** Updates the preferences key by key, also within `pages` and `navigation`. */
export async function updateMemberPreferences(
  ctx: ProjectContext,
  member: string,
  { preferences, ...plain }: BodyOf<typeof userPropertiesCalls.updateMemberPreferences>,
): Promise<MemberPreferences> {
  const change = preferences ?? plain
  const { preferences: now } = await getMemberPreferences(ctx, member)
  const next = {
    pages: { ...now.pages, ...change.pages },
    navigation: { ...now.navigation, ...change.navigation },
  }
  return presentMemberPreferences(
    await updateUserProperties(ctx, projectPreferencesScreen(ctx, 'project'), { preferences: next }),
  )
}

export async function setProjectView(
  ctx: ProjectContext,
  { view_props, ...plain }: BodyOf<typeof userPropertiesCalls.setProjectView>,
): Promise<undefined> {
  await updateUserProperties(ctx, projectPreferencesScreen(ctx, 'project'), { ...view_props, ...plain })
}
