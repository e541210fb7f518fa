import { atLeast, type Role, role } from '../../platform/roles.ts'

export const teamspaceNameLength = 255
export const teamspaceDescriptionLength = 10_000
export const teamspacesLimit = 500
/** A private teamspace names each of its members in the audience of its changes, so their number is limited. */
export const teamspaceMembersLimit = 500
export const teamspaceProjectsLimit = 100

interface Actor {
  user_id: string
  /** The role in the workspace. */
  role: Role | null
}

interface Team {
  /** 0 is private, 1 is visible to all members of the workspace. */
  access: 0 | 1
  lead_id: string | null
  member_ids: readonly string[]
}

/** Guests see no teamspaces. Admins see the private ones too, so that no teamspace is orphaned. */
export function canSeeTeamspace(actor: Actor, team: Team): boolean {
  if (!atLeast(actor.role, role.member)) return false
  return team.access === 1 || team.member_ids.includes(actor.user_id) || atLeast(actor.role, role.admin)
}

/** The lead and workspace admins may change, delete and restore a teamspace, and choose its members and projects. */
export function canManageTeamspace(actor: Actor, team: Team): boolean {
  if (!canSeeTeamspace(actor, team)) return false
  return team.lead_id === actor.user_id || atLeast(actor.role, role.admin)
}
