import { userLite } from '#common/identity/users/schema.ts'
import {
  type OwnMembershipResponse,
  ownMembershipResponse,
  type WorkspaceMemberResponse,
  type WorkspaceMemberRow,
  workspaceMemberRow,
} from '#common/organization/workspaces/schema.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { canGrantRole, type Role, role } from '#common/platform/roles.ts'
import {
  assertRoleAllowedForUser,
  endServiceAccessOf,
  isServiceAccountOf,
} from '../../identity/users/service-accounts.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type WorkspaceMember, WorkspaceMemberEntity } from './entity.ts'
import {
  alignProjectRoles,
  endWorkspaceMembership,
  isOnlyAdminOfAProject,
  isOnlyWorkspaceAdmin,
  lockMembersAndCheckRole,
} from './membership.ts'

export async function listWorkspaceMembers(
  ctx: WorkspaceContext,
  { former }: { former: boolean },
): Promise<WorkspaceMemberResponse[]> {
  return members(ctx, former ? {} : { is_active: true })
}

export async function getWorkspaceMember(
  ctx: WorkspaceContext,
  id: string,
): Promise<WorkspaceMemberResponse> {
  const [member] = await members(ctx, { is_active: true, id })
  if (member === undefined) throw notFound()
  return member
}

export async function getOwnWorkspaceMembership(ctx: WorkspaceContext): Promise<OwnMembershipResponse> {
  const row = await query(ctx.em)
    .selectFrom('workspace_members')
    .selectAll()
    .where('workspace_id', '=', ctx.workspace.id)
    .where('member_id', '=', ctx.user.id)
    .executeTakeFirstOrThrow()
  const { drafts } = await query(ctx.em)
    .selectFrom('drafts')
    .select((of) => of.fn.countAll<string>().as('drafts'))
    .where('workspace_id', '=', ctx.workspace.id)
    .where('created_by', '=', ctx.user.id)
    .executeTakeFirstOrThrow()
  const settings = await query(ctx.em)
    .selectFrom('user_properties')
    .select(['filters', 'rich_filters', 'display_filters', 'display_properties'])
    .where('user_id', '=', ctx.user.id)
    .where('context', '=', 'workspace')
    .where('context_id', '=', ctx.workspace.id)
    .executeTakeFirst()
  return presentRow(ownMembershipResponse, {
    ...row,
    member: row.member_id,
    workspace: row.workspace_id,
    draft_issue_count: Number(drafts),
    view_props: settings ?? {},
    default_props: {},
    issue_props: { subscribed: true, assigned: true, created: true, all_issues: true },
  })
}

export async function updateWorkspaceMember(
  ctx: WorkspaceContext,
  id: string,
  wanted: Role,
): Promise<WorkspaceMemberRow> {
  const own = await lockMembersAndCheckRole(ctx, role.admin)
  const member = await load(ctx, id)
  if (member.id === own.id) throw new AppError('invalid', 'You cannot update your own role')
  if (!canGrantRole(own.role, member.role, wanted)) {
    throw new AppError('forbidden', 'You cannot assign a role higher than your own')
  }
  await assertRoleAllowedForUser(ctx.em, member.member_id, wanted)
  if (wanted < role.admin) await endServiceAccessOf(ctx, member.member_id, ctx.workspace.id)
  member.role = wanted
  member.updated_by = ctx.user.id
  await alignProjectRoles(ctx, member)
  await ctx.em.flush()
  return presentRow(workspaceMemberRow, member)
}

export async function removeWorkspaceMember(ctx: WorkspaceContext, id: string): Promise<undefined> {
  const own = await lockMembersAndCheckRole(ctx, role.admin)
  const member = await load(ctx, id)
  if (member.id === own.id) {
    throw new AppError('invalid', 'You cannot remove yourself from the workspace. Please use leave workspace')
  }
  if (await isServiceAccountOf(ctx.em, member.member_id, ctx.workspace.id))
    throw new AppError('conflict', 'Delete this service account in the settings of the workspace.')
  if (member.role > own.role)
    throw new AppError('invalid', 'You cannot remove a user having role higher than you')
  if (await isOnlyAdminOfAProject(ctx.em, ctx.workspace.id, member.member_id)) {
    throw new AppError(
      'invalid',
      'This person is the only admin of a project. Make someone else its admin first.',
    )
  }
  await endWorkspaceMembership(ctx, member)
}

export async function leaveWorkspace(ctx: WorkspaceContext): Promise<undefined> {
  const own = await lockMembersAndCheckRole(ctx, role.guest)
  if (await isOnlyWorkspaceAdmin(ctx.em, own)) {
    throw new AppError(
      'invalid',
      'You are the only admin of this workspace. Make someone else an admin, or delete it.',
    )
  }
  if (await isOnlyAdminOfAProject(ctx.em, ctx.workspace.id, ctx.user.id)) {
    throw new AppError(
      'invalid',
      'You are the only admin of a project. Make someone else its admin, or delete it.',
    )
  }
  await endWorkspaceMembership(ctx, own)
}

async function load(ctx: WorkspaceContext, id: string): Promise<WorkspaceMember> {
  const member = await ctx.em.findOne(WorkspaceMemberEntity, {
    id,
    workspace_id: ctx.workspace.id,
    is_active: true,
  })
  if (member === null) throw notFound('Member not found')
  return member
}

async function members(
  ctx: WorkspaceContext,
  which: { id?: string; is_active?: boolean },
): Promise<WorkspaceMemberResponse[]> {
  let rows = query(ctx.em)
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .selectAll('m')
    .select(['u.display_name', 'u.first_name', 'u.last_name', 'u.avatar_url', 'u.is_bot', 'u.email'])
    .select(['u.last_login_medium', 'u.is_service_account'])
    .where('m.workspace_id', '=', ctx.workspace.id)
  if (which.id !== undefined) rows = rows.where('m.id', '=', which.id)
  if (which.is_active !== undefined) rows = rows.where('m.is_active', '=', which.is_active)
  const isGuest = ctx.workspace.role === role.guest
  const found = await rows.orderBy('u.display_name').orderBy('m.id').execute()
  return found.map((row) => ({
    ...presentRow(workspaceMemberRow, row),
    member: {
      ...presentRow(userLite, { ...row, id: row.member_id }),
      // The generated address of a service account receives no email, so it is not shown.
      ...(!isGuest &&
        row.is_active &&
        !row.is_service_account && { email: row.email, last_login_medium: row.last_login_medium }),
    },
  }))
}
