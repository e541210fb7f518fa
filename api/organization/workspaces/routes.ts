import { workspaceCalls } from '#common/organization/workspaces/calls.ts'
import { invitationCalls } from '#common/organization/workspaces/invitation-calls.ts'
import { workspaceMemberCalls } from '#common/organization/workspaces/member-calls.ts'
import { ownWorkspaceCalls } from '#common/organization/workspaces/own-calls.ts'
import { workspaceThemeCalls } from '#common/organization/workspaces/theme-calls.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import { acceptMyInvitations } from './accept-my-invitations.ts'
import { answerInvitation, openInvitation } from './answer-invitation.ts'
import { canCreateWorkspaces, checkWorkspaceSlug, createWorkspace, updateWorkspace } from './commands.ts'
import { deleteWorkspace, listDeletedWorkspaces, restoreWorkspace } from './delete-workspace.ts'
import {
  createInvitationLink,
  createInvitations,
  createOpenInvitation,
  deleteInvitation,
  getInvitation,
  listInvitations,
  updateInvitation,
} from './invitations.ts'
import {
  getOwnWorkspaceMembership,
  getWorkspaceMember,
  leaveWorkspace,
  listWorkspaceMembers,
  removeWorkspaceMember,
  updateWorkspaceMember,
} from './members.ts'
import { listMyInvitations } from './my-invitations.ts'
import { getWorkspace, listWithoutSecondFactor, listWorkspaces } from './queries.ts'
import { createTheme, deleteTheme, getTheme, listThemes, updateTheme } from './themes.ts'

export const workspacesFeature = defineFeature(workspaceCalls, {
  listWorkspaces: (ctx) => listWorkspaces(ctx),
  createWorkspace: (ctx, { body }) => createWorkspace(ctx, body),
  checkWorkspaceSlug: (ctx, { query }) => checkWorkspaceSlug(ctx, query.slug),
  getWorkspace: (ctx) => getWorkspace(ctx),
  listWithoutSecondFactor: (ctx) => listWithoutSecondFactor(ctx),
  updateWorkspace: (ctx, { body }) => updateWorkspace(ctx, body),
  deleteWorkspace: (ctx) => deleteWorkspace(ctx),
  listDeletedWorkspaces: (ctx) => listDeletedWorkspaces(ctx),
  restoreWorkspace: (ctx, { params }) => restoreWorkspace(ctx, params.id),
})

export const workspaceMembersFeature = defineFeature(workspaceMemberCalls, {
  listWorkspaceMembers: (ctx, { query }) => listWorkspaceMembers(ctx, { former: query.former ?? false }),
  getWorkspaceMember: (ctx, { params }) => getWorkspaceMember(ctx, params.member_id),
  updateWorkspaceMember: (ctx, { params, body }) => updateWorkspaceMember(ctx, params.member_id, body.role),
  removeWorkspaceMember: (ctx, { params }) => removeWorkspaceMember(ctx, params.member_id),
  leaveWorkspace: (ctx) => leaveWorkspace(ctx),
  getOwnWorkspaceMembership: (ctx) => getOwnWorkspaceMembership(ctx),
})

export const invitationsFeature = defineFeature(invitationCalls, {
  listInvitations: (ctx) => listInvitations(ctx),
  createInvitations: (ctx, { body }) => createInvitations(ctx, body),
  createOpenInvitation: (ctx, { body }) => createOpenInvitation(ctx, body),
  getInvitation: (ctx, { params }) => getInvitation(ctx, params.invitation_id),
  updateInvitation: (ctx, { params, body }) => updateInvitation(ctx, params.invitation_id, body.role),
  deleteInvitation: (ctx, { params }) => deleteInvitation(ctx, params.invitation_id),
  createInvitationLink: (ctx, { params }) => createInvitationLink(ctx, params.invitation_id),
  openInvitation: (ctx, { params, query }) => openInvitation(ctx, { ...params, ...query }),
  answerInvitation: (ctx, { params, body }) =>
    answerInvitation(ctx, { ...params, token: body.token }, body.accepted),
})

export const ownWorkspacesFeature = defineFeature(ownWorkspaceCalls, {
  getInstanceAdmin: async (ctx) => ({
    is_instance_admin: ctx.user.is_instance_admin,
    may_create_workspaces: canCreateWorkspaces(ctx),
  }),
  listMyWorkspaces: (ctx) => listWorkspaces(ctx),
  listMyInvitations: (ctx) => listMyInvitations(ctx),
  acceptMyInvitations: (ctx, { body }) => acceptMyInvitations(ctx, body.invitations),
})

export const workspaceThemesFeature = defineFeature(workspaceThemeCalls, {
  listThemes: (ctx) => listThemes(ctx),
  createTheme: (ctx, { body }) => createTheme(ctx, body),
  getTheme: (ctx, { params }) => getTheme(ctx, params.theme_id),
  updateTheme: (ctx, { params, body }) => updateTheme(ctx, params.theme_id, body),
  deleteTheme: (ctx, { params }) => deleteTheme(ctx, params.theme_id),
})
