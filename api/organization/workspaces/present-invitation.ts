import type { EntityManager } from '@mikro-orm/postgresql'
import { currentlyOfferedRole } from '#common/organization/workspaces/rules.ts'
import { type InviteResponse, inviteResponse } from '#common/organization/workspaces/schema.ts'
import type { Role } from '#common/platform/roles.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import type { WorkspaceInvite } from './entity.ts'

interface Into {
  id: string
  name: string
  slug: string
  logo_url: string | null
}

export function presentInvitation(
  invite: Pick<WorkspaceInvite, 'email' | 'role' | 'expires_at' | 'project_ids'>,
  { id, name, slug, logo_url }: Into,
  makerRole: Role | null,
  /** The projects whose ids the caller may receive. */
  accessibleProjectIds: ReadonlySet<string>,
): InviteResponse {
  return presentRow(inviteResponse, {
    ...invite,
    project_ids: invite.project_ids.filter((project) => accessibleProjectIds.has(project)),
    ...currentInvitationOffer(invite, makerRole),
    email: invite.email ?? '',
    is_open: invite.email === null,
    workspace: { id, name, slug, logo_url },
  })
}

/** Returns the role that the invitation grants now, and whether it is still valid. */
export function currentInvitationOffer(
  { email, role: offered, expires_at }: Pick<WorkspaceInvite, 'email' | 'role' | 'expires_at'>,
  makerRole: Role | null,
): { role: Role; state: InviteResponse['state'] } {
  const still = currentlyOfferedRole(makerRole, offered, email === null)
  const isExpired = expires_at <= new Date()
  return { role: still ?? offered, state: isExpired ? 'expired' : still === null ? 'void' : 'valid' }
}

/** Returns the current workspace roles of the inviting users. Former members are omitted. */
export async function loadInviterRoles(
  em: EntityManager,
  workspaceId: string,
  invites: Pick<WorkspaceInvite, 'invited_by'>[],
): Promise<Map<string | null, Role>> {
  const makers = [...new Set(invites.flatMap(({ invited_by }) => invited_by ?? []))]
  if (makers.length === 0) return new Map()
  const rows = await query(em)
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.member_id')
    .select(['m.member_id', 'm.role'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.member_id', 'in', makers)
    .where('m.is_active', '=', true)
    .where('u.is_active', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.member_id, row.role]))
}
