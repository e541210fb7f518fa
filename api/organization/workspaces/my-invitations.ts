import type { InviteResponse } from '#common/organization/workspaces/schema.ts'
import { selectPendingUserInvitations } from '../../access/own-workspaces.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { presentInvitation } from './present-invitation.ts'

export async function listMyInvitations({ em, user }: UserContext): Promise<InviteResponse[]> {
  const rows = await selectPendingUserInvitations(em, user.id)
    .selectAll('i')
    .select(['w.name', 'w.slug', 'w.logo_url', 'm.role as maker_role'])
    .orderBy('i.created_at')
    .execute()
  return rows.map(({ name, slug, logo_url, maker_role, ...row }) =>
    presentInvitation(row, { id: row.workspace_id, name, slug, logo_url }, maker_role, new Set()),
  )
}
