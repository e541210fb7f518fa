import { userCalls } from '#common/identity/users/calls.ts'
import { joinProjects } from '../../organization/projects/join.ts'
import { acceptMyInvitations } from '../../organization/workspaces/accept-invitations.ts'
import { mayCreateWorkspaces } from '../../organization/workspaces/commands.ts'
import { listWorkspaces } from '../../organization/workspaces/queries.ts'
import { feature } from '../../platform/http/mount.ts'
import { setOnboarded, setTourCompleted, updateMe, updateProfile } from './commands.ts'
import {
  getLastVisitedWorkspace,
  getMe,
  getProfile,
  getProjectRoles,
  getSession,
  getSettings,
  listMyInvitations,
} from './queries.ts'
import { listTimezones } from './timezones.ts'

export const usersFeature = feature(userCalls, {
  getMe: (ctx) => getMe(ctx),
  updateMe: (ctx, { body }) => updateMe(ctx, body),
  getProfile: (ctx) => getProfile(ctx),
  updateProfile: (ctx, { body }) => updateProfile(ctx, body),
  getSettings: (ctx) => getSettings(ctx),
  setOnboarded: (ctx, { body }) => setOnboarded(ctx, body.is_onboarded),
  setTourCompleted: (ctx, { body }) => setTourCompleted(ctx, body.is_tour_completed),
  getInstanceAdmin: async (ctx) => ({
    is_instance_admin: ctx.user.is_instance_admin,
    may_create_workspaces: mayCreateWorkspaces(ctx),
  }),
  getSession: (ctx) => getSession(ctx),
  listMyWorkspaces: (ctx) => listWorkspaces(ctx),
  listMyInvitations: (ctx) => listMyInvitations(ctx),
  acceptMyInvitations: (ctx, { body }) => acceptMyInvitations(ctx, body.invitations),
  getLastVisitedWorkspace: (ctx) => getLastVisitedWorkspace(ctx),
  getProjectRoles: (ctx) => getProjectRoles(ctx),
  joinProjects: (ctx, { body }) => joinProjects(ctx, body.project_ids),
  listTimezones: async () => listTimezones(),
})
