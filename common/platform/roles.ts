/**
 * Roles are numbers, so that "at least a member" is a comparison. The values are those of the wire.
 * Every door (REST, sockets, documents) asks the functions in this file; none decides by itself.
 */
export const role = { guest: 5, member: 15, admin: 20 } as const

export type RoleName = keyof typeof role
export type Role = (typeof role)[RoleName]

export const roles: readonly Role[] = [role.guest, role.member, role.admin]

export function roleName(value: Role): RoleName {
  if (value === role.admin) return 'admin'
  return value === role.member ? 'member' : 'guest'
}

interface Memberships {
  workspace_role: Role | null
  /** The role of the person's active membership of the project, null without one. */
  member_role: Role | null
}

/**
 * The role that counts inside a project, null without access. A workspace admin is admin of every project in it, so that no
 * project is ever orphaned; a workspace guest never stands above guest.
 */
export function projectRole({ workspace_role, member_role }: Memberships): Role | null {
  if (workspace_role === null) return null
  if (workspace_role === role.admin) return role.admin
  if (member_role === null) return null
  return workspace_role === role.guest ? role.guest : member_role
}

export function atLeast(held: Role | null, needed: Role): boolean {
  return held !== null && held >= needed
}

/** A guest sees only the items they created, unless the project opens everything to its guests. */
export function seesWholeProject(held: Role | null, guestViewAllFeatures: boolean): boolean {
  return held !== null && (held > role.guest || guestViewAllFeatures)
}

/** Members of a workspace find its public projects and may join them; a guest finds those alone that they are in. */
export function canFindProject(workspaceRole: Role, held: Role | null, network: number): boolean {
  return held !== null || (network === 2 && workspaceRole > role.guest)
}

/** Whether `actor` may give `wanted` to someone who now has `current` (null: not yet a member). */
export function canGrantRole(actor: Role, current: Role | null, wanted: Role): boolean {
  if (actor === role.admin) return true
  return wanted <= actor && (current === null || current < actor)
}
