import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { effectiveProjectRole } from '#common/organization/projects/rules.ts'
import { forbidden, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { lockMemberships } from '../../access/lock-memberships.ts'
import { deactivateTokensOf } from '../../identity/api-tokens/commands.ts'
import { accountActivated } from '../../identity/sign-in/reactivate.ts'
import { UserEntity } from '../../identity/users/entity.ts'
import { lockActiveAccount } from '../../identity/users/lock-active.ts'
import { endServiceAccessOf } from '../../identity/users/service-accounts.ts'
import type { UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { defineEvent, emitEvent, listenTo } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { ProjectMemberEntity } from '../projects/entity.ts'
import { type Workspace, WorkspaceEntity, type WorkspaceMember, WorkspaceMemberEntity } from './entity.ts'

export async function loadWorkspace(ctx: WorkspaceContext): Promise<Workspace> {
  const workspace = await ctx.em.findOne(WorkspaceEntity, { id: ctx.workspace.id, deleted_at: null })
  if (workspace === null) throw notFound()
  return workspace
}

/**
 * Locks the memberships and then reads the caller's role again, so that two admins cannot demote each other
 * at the same time.
 */
export async function lockMembersAndCheckRole(ctx: WorkspaceContext, needed: Role): Promise<WorkspaceMember> {
  const { em, user, workspace } = ctx
  await lockMemberships(em, workspace.id)
  const own = await em.findOne(WorkspaceMemberEntity, {
    workspace_id: workspace.id,
    member_id: user.id,
    is_active: true,
  })
  if (own === null) throw notFound()
  if (own.role < needed) throw forbidden()
  return own
}

/** Locks the user's membership, so that changes to the user's own data run one after the other. */
export async function lockOwnMembership({ em, user, workspace }: WorkspaceContext): Promise<void> {
  await query(em)
    .selectFrom('workspace_members')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('member_id', '=', user.id)
    .forNoKeyUpdate()
    .execute()
}

/**
 * Makes the user an active member. An active member does not change, because an invitation never changes a
 * role. Returns false if the user was an active member already.
 */
export async function addOrReactivateMember(
  em: EntityManager,
  workspaceId: string,
  userId: string,
  offered: Role,
  joined_at = new Date(),
): Promise<boolean> {
  await lockActiveAccount(em, userId)
  const known = await em.findOne(WorkspaceMemberEntity, { workspace_id: workspaceId, member_id: userId })
  if (known?.is_active) return false
  if (known !== null) {
    em.assign(known, { is_active: true, role: offered, updated_by: userId })
  } else {
    em.create(WorkspaceMemberEntity, {
      id: newId(),
      workspace_id: workspaceId,
      member_id: userId,
      role: offered,
      company_role: null,
      created_at: joined_at,
      created_by: userId,
      updated_by: userId,
    })
  }
  await em.flush()
  // Record the user as a new row: other members have never received it, so the change must contain the full
  // row.
  const person = await em.findOneOrFail(UserEntity, { id: userId })
  recordBulkChanges(em, 'users', [{ before: null, after: person }])
  // Close all open invitations of this user, because the user could otherwise rejoin with one of them after
  // being removed by an admin.
  await query(em)
    .updateTable('workspace_invites')
    .set({ accepted: true, responded_at: new Date(), updated_by: userId })
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', person.email)
    .where('responded_at', 'is', null)
    .execute()
  return true
}

/** Makes the user an admin, regardless of their previous role. */
export async function makeWorkspaceAdmin(
  em: EntityManager,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await addOrReactivateMember(em, workspaceId, userId, role.admin)
  const member = await em.findOneOrFail(WorkspaceMemberEntity, {
    workspace_id: workspaceId,
    member_id: userId,
  })
  member.role = role.admin
}

/** Returns the email address of the longest-serving admin. */
export async function findWorkspaceAdminEmail(
  em: EntityManager,
  workspaceId: string,
): Promise<string | null> {
  const admin = await query(em)
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('u.email')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.role', '=', role.admin)
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .orderBy('m.created_at')
    .executeTakeFirst()
  return admin?.email ?? null
}

/** Returns the user's active memberships. Reads them from the database even if they are already loaded. */
export async function loadActiveMemberships(em: EntityManager, userId: string): Promise<WorkspaceMember[]> {
  return em.find(WorkspaceMemberEntity, { member_id: userId, is_active: true }, { refresh: true })
}

/** SQL for the ids of all workspaces of which the user is or was a member. */
export function workspaceIdsEverJoinedSql(userId: string) {
  return sql`select workspace_id from workspace_members where member_id = ${userId}`
}

/**
 * Runs when an account is reactivated. If the user was an admin and the last active person of a workspace,
 * nobody can manage this workspace now. Service accounts and other bots do not count. The user therefore becomes an admin of it again. Memberships in all other
 * workspaces stay inactive.
 */
export const restoreWorkspacesOnActivation = listenTo(accountActivated, async (em, { user_id: userId }) => {
  const left = await query(em)
    .selectFrom('workspaces as w')
    .innerJoin('workspace_members as own', 'own.workspace_id', 'w.id')
    .select('w.id')
    .where('w.deleted_at', 'is', null)
    .where('own.member_id', '=', userId)
    .where('own.updated_by', '=', userId)
    .where('own.role', '=', role.admin)
    .where('own.is_active', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workspace_members as m')
            .innerJoin('users as u', 'u.id', 'm.member_id')
            .select('m.id')
            .whereRef('m.workspace_id', '=', 'w.id')
            .where('u.is_bot', '=', false)
            .where((or) =>
              or.or([or('m.is_active', '=', true), or('m.updated_at', '>', or.ref('own.updated_at'))]),
            ),
        ),
      ),
    )
    .orderBy('w.id')
    .execute()
  for (const { id } of left) await addOrReactivateMember(em, id, userId, role.admin)
})

/**
 * Emitted when a user has left the workspace or was removed from it. The listeners run in the same
 * transaction.
 */
export const workspaceMembershipEnded = defineEvent<{
  workspace_id: string
  user_id: string
  actor_id: string
}>('workspace membership ended')

/**
 * Ends the user's membership in a workspace and its projects. Revokes the user's API tokens and unanswered
 * invitations in the workspace.
 */
export async function endWorkspaceMembership(ctx: UserContext, member: WorkspaceMember): Promise<void> {
  const { em, user } = ctx
  em.assign(member, { is_active: false, updated_by: user.id })
  for (const joined of await projectMemberships(em, member))
    em.assign(joined, { is_active: false, updated_by: user.id })
  await em.flush()
  await query(em)
    .deleteFrom('workspace_invites')
    .where('workspace_id', '=', member.workspace_id)
    .where('invited_by', '=', member.member_id)
    .where('responded_at', 'is', null)
    .execute()
  await deactivateTokensOf(em, member.member_id, member.workspace_id)
  await endServiceAccessOf(ctx, member.member_id, member.workspace_id)
  const { workspace_id, member_id: user_id } = member
  await emitEvent(em, workspaceMembershipEnded, { workspace_id, user_id, actor_id: user.id })
}

/**
 * Adjusts project roles to a changed workspace role. The role that a project admin originally assigned is
 * stored in `original_role`, so that it applies again if the workspace role is raised.
 */
export async function alignProjectRoles(ctx: WorkspaceContext, member: WorkspaceMember): Promise<void> {
  for (const joined of await projectMemberships(ctx.em, member)) {
    ctx.em.assign(joined, {
      role: effectiveProjectRole(member.role, joined.original_role),
      updated_by: ctx.user.id,
    })
  }
}

export async function isOnlyWorkspaceAdmin(em: EntityManager, member: WorkspaceMember): Promise<boolean> {
  if (member.role !== role.admin) return false
  const other = await query(em)
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select('m.id')
    .where('m.workspace_id', '=', member.workspace_id)
    .where('m.id', '<>', member.id)
    .where('m.role', '=', role.admin)
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  return other === undefined
}

export async function isOnlyAdminOfAProject(
  em: EntityManager,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const orphaned = await query(em)
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('p.id')
    .where('p.workspace_id', '=', workspaceId)
    .where('p.deleted_at', 'is', null)
    .where('m.member_id', '=', userId)
    .where('m.role', '=', role.admin)
    .where('m.is_active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members as o')
            .innerJoin('users as u', 'u.id', 'o.member_id')
            .select('o.id')
            .whereRef('o.project_id', '=', 'p.id')
            .where('o.member_id', '<>', userId)
            .where('o.role', '=', role.admin)
            .where('o.is_active', '=', true)
            .where('u.is_bot', '=', false)
            .where('u.is_active', '=', true),
        ),
      ),
    )
    .executeTakeFirst()
  return orphaned !== undefined
}

function projectMemberships(em: EntityManager, member: WorkspaceMember) {
  return em.find(ProjectMemberEntity, {
    workspace_id: member.workspace_id,
    member_id: member.member_id,
    is_active: true,
  })
}
