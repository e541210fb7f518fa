import type { EntityManager } from '@mikro-orm/postgresql'
import { role } from '#common/platform/roles.ts'
import { query } from '../platform/db/orm.ts'

interface WorkspaceSummary {
  id: string
  slug: string
  name: string
  logo_url: string | null
}

/**
 * Returns the workspace that the user visited last, the workspace that the user joined first, and the number
 * of pending invitations. `last` is null if the user no longer has access to that workspace, and `first` is
 * null if the user has no workspace.
 */
export async function findLastAndFirstWorkspace(
  em: EntityManager,
  userId: string,
): Promise<{ last: WorkspaceSummary | null; first: WorkspaceSummary | null; invites: number }> {
  const joined = await query(em)
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('profiles as p', 'p.user_id', 'm.member_id')
    .select(['w.id', 'w.slug', 'w.name', 'w.logo_url', 'p.last_workspace_id'])
    .where('m.member_id', '=', userId)
    .where('m.is_active', '=', true)
    .where('w.deleted_at', 'is', null)
    .orderBy('m.created_at')
    .orderBy('w.id')
    .execute()
  return {
    last: joined.find((workspace) => workspace.id === workspace.last_workspace_id) ?? null,
    first: joined[0] ?? null,
    invites: await countInvites(em, userId),
  }
}

/**
 * Counts the user's invitations. The result is 0 while the user's email address is unverified, because the address
 * may belong to somebody else.
 */
async function countInvites(em: EntityManager, userId: string): Promise<number> {
  const { invites } = await selectPendingUserInvitations(em, userId)
    .select((columns) => columns.fn.countAll<string>().as('invites'))
    .executeTakeFirstOrThrow()
  return Number(invites)
}

/**
 * Selects the user's invitations that are not expired and whose sender may still invite. A user with an
 * unverified email address has none.
 */
export function selectPendingUserInvitations(em: EntityManager, userId: string) {
  return validInvites(em)
    .innerJoin('users as u', 'u.email', 'i.email')
    .where('u.id', '=', userId)
    .where('u.is_email_verified', '=', true)
}

/**
 * Like `selectPendingUserInvitations`, but selects by email address, because the invited person may not have an account
 * yet.
 */
export function selectInvitationsByEmail(em: EntityManager, email: string) {
  return validInvites(em).where('i.email', '=', email)
}

function validInvites(em: EntityManager) {
  return query(em)
    .selectFrom('workspace_invites as i')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .innerJoin('workspace_members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'i.workspace_id').onRef('m.member_id', '=', 'i.invited_by'),
    )
    .innerJoin('users as maker', 'maker.id', 'i.invited_by')
    .where('m.is_active', '=', true)
    .where('m.role', '>=', role.member)
    .where('maker.is_active', '=', true)
    .where('i.expires_at', '>', new Date())
    .where('i.responded_at', 'is', null)
    .where('w.deleted_at', 'is', null)
}
