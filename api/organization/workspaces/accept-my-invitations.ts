import { selectPendingUserInvitations } from '../../access/own-workspaces.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { acceptOrDeclineInvitation, lockInvitation } from './answer-invitation.ts'
import { WorkspaceInviteEntity } from './entity.ts'

/**
 * Accepts pending invitations of the caller. Ignores invitations to other users and invitations that were
 * already answered. A user with an unverified email address has no invitations.
 */
export async function acceptMyInvitations(ctx: UserContext, ids: string[]): Promise<undefined> {
  const { em, user } = ctx
  if (ids.length === 0) return
  const own = await selectPendingUserInvitations(em, user.id)
    .select(['i.id', 'i.workspace_id'])
    .where('i.id', 'in', ids)
    .orderBy('i.workspace_id')
    .execute()
  for (const { id, workspace_id } of own) {
    await lockInvitation(em, { id, workspace_id })
    const invite = await em.findOne(WorkspaceInviteEntity, { id, responded_at: null })
    if (invite !== null) await acceptOrDeclineInvitation(ctx, invite, true)
  }
}
