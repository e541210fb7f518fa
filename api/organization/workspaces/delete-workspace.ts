import type { EntityManager } from '@mikro-orm/postgresql'
import {
  deletedWorkspacePurgeDate,
  deletedWorkspaceRetentionDays,
} from '#common/organization/workspaces/rules.ts'
import { type DeletedWorkspace, deletedWorkspace } from '#common/organization/workspaces/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import { lockMemberships } from '../../access/lock-memberships.ts'
import { selectWorkspaceMemberIds } from '../../access/people.ts'
import type { Context, UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'
import { type Workspace, WorkspaceEntity } from './entity.ts'
import { lockMembersAndCheckRole } from './membership.ts'

/**
 * Hides the workspace everywhere. Its content and slug remain in the database until `purgeWorkspacesJob` deletes
 * it.
 */
export async function deleteWorkspace(ctx: WorkspaceContext): Promise<undefined> {
  await lockMembersAndCheckRole(ctx, role.admin)
  await markWorkspaceDeleted(ctx, ctx.workspace.id)
}

/**
 * Marks the workspace as deleted and emails all admins how long they can restore it. The caller has locked the
 * memberships.
 */
export async function markWorkspaceDeleted(
  { em, user, config, jobs }: Pick<UserContext, 'em' | 'user' | 'config' | 'jobs'>,
  id: string,
  { notifiesAdmins }: { notifiesAdmins: boolean } = { notifiesAdmins: true },
): Promise<void> {
  const workspace = await em.findOne(WorkspaceEntity, { id, deleted_at: null })
  if (workspace === null) throw notFound()
  const admins = await query(em)
    .selectFrom('users')
    .select('email')
    .where('id', 'in', selectWorkspaceMemberIds(em, id, role.admin))
    .where('is_bot', '=', false)
    .where('is_active', '=', true)
    .execute()
  const deleted_at = new Date()
  em.assign(workspace, { deleted_at, updated_by: user.id })
  await em.flush()
  const day = deletedWorkspacePurgeDate(deleted_at)
  const values = {
    workspace: workspace.name,
    email: user.email,
    day,
    link: `${config.appUrl}/create-workspace`,
  }
  for (const { email } of notifiesAdmins ? admins : []) {
    await enqueueMail({ em, jobs }, 'workspaceDeleted', { to: email, caused_by: user.id, values })
  }
}

/** Returns the deleted workspaces that the user may restore, because they were an admin at that time. */
export async function listDeletedWorkspaces(ctx: UserContext): Promise<DeletedWorkspace[]> {
  const rows = await restorable(ctx.em, ctx.user.id)
    .leftJoin('users as u', 'u.id', 'w.updated_by')
    .selectAll('w')
    .select('u.display_name as deleted_by')
    .orderBy('w.deleted_at', 'desc')
    .execute()
  return rows.map((row) =>
    presentRow(deletedWorkspace, {
      ...row,
      ends_at: deletedWorkspacePurgeDate(row.deleted_at ?? new Date()),
    }),
  )
}

/** Restores the workspace with its members. */
export async function restoreWorkspace(ctx: UserContext, id: string): Promise<DeletedWorkspace> {
  await lockMemberships(ctx.em, id)
  const found = await restorable(ctx.em, ctx.user.id).select('w.id').where('w.id', '=', id).executeTakeFirst()
  if (found === undefined) throw notFound('Workspace not found')
  const workspace = await ctx.em.findOneOrFail(WorkspaceEntity, { id })
  const ends_at = deletedWorkspacePurgeDate(workspace.deleted_at ?? new Date())
  const answer = { ...workspace, ends_at, deleted_by: null }
  await restoreDeletedWorkspace(ctx.em, workspace, ctx.user.id)
  ctx.log.info({ user_id: ctx.user.id, workspace_id: id }, 'workspace restored')
  return presentRow(deletedWorkspace, answer)
}

export async function restoreDeletedWorkspace(
  em: EntityManager,
  workspace: Workspace,
  by: string | null,
): Promise<void> {
  em.assign(workspace, { deleted_at: null, updated_by: by })
  await em.flush()
}

function restorable(em: Context['em'], userId: string) {
  return (
    query(em)
      .selectFrom('workspaces as w')
      .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
      .innerJoin('users as self', 'self.id', 'm.member_id')
      // If a deleted workspace requires two-factor authentication, users without it cannot see the workspace
      // in this list either.
      .where((or) =>
        or.or([or('w.requires_second_factor', '=', false), or('self.has_second_factor', '=', true)]),
      )
      .where('m.member_id', '=', userId)
      .where('m.is_active', '=', true)
      .where('m.role', '=', role.admin)
      .where('w.deleted_at', '>', workspaceRestoreCutoff())
  )
}

/**
 * Returns the time before which deleted workspaces can no longer be restored. The purge deletes these
 * workspaces.
 */
export function workspaceRestoreCutoff(now = Date.now()): Date {
  return new Date(now - deletedWorkspaceRetentionDays * 86_400_000)
}
