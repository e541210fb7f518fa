import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

export const maxTeamspaceNameLength = 255
export const maxTeamspaceDescriptionLength = 10_000
export const teamspacesLimit = 500
/**
 * Maximum number of members of a teamspace. It is limited because every change of a private teamspace is stored
 * with the list of its members, who receive the change.
 */
export const teamspaceMembersLimit = 500
export const teamspaceProjectsLimit = 100
/** Hours after leaving a teamspace in which the former member can join again, even if the teamspace is private. */
export const teamspaceRejoinHours = 1

interface Actor {
  user_id: string
  /** Role of the user in the workspace. */
  role: Role | null
}

interface Team {
  /** Access to the teamspace: 0 is private, 1 is visible to all members of the workspace. */
  access: 0 | 1
  lead_id: string | null
  member_ids: readonly string[]
}

/**
 * Returns whether the user can see a teamspace. Guests cannot. Admins also see private teamspaces, so that
 * each teamspace can be managed.
 */
export function canSeeTeamspace(actor: Actor, team: Team): boolean {
  if (!hasRoleAtLeast(actor.role, role.member)) return false
  return (
    team.access === 1 || team.member_ids.includes(actor.user_id) || hasRoleAtLeast(actor.role, role.admin)
  )
}

/**
 * Returns whether the user may change, delete and restore a teamspace, and choose its members and projects.
 * Its lead and workspace admins may.
 */
export function canManageTeamspace(actor: Actor, team: Team): boolean {
  if (!canSeeTeamspace(actor, team)) return false
  return team.lead_id === actor.user_id || hasRoleAtLeast(actor.role, role.admin)
}

/**
 * Returns whether the user may join a teamspace. Everyone who sees the teamspace and is not a member yet may join it.
 */
export function canJoinTeamspace(actor: Actor, team: Team): boolean {
  return canSeeTeamspace(actor, team) && !team.member_ids.includes(actor.user_id)
}

export function isTeamMember(actor: Actor, team: Team): boolean {
  return canSeeTeamspace(actor, team) && team.member_ids.includes(actor.user_id)
}
