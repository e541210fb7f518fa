/**
 * Roles are numbers, so that code can compare them ("at least member"). The API uses these numbers too. The
 * REST API and all sockets check roles with the functions of this file.
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
  /** Role of the active project membership; null if the user is not a member of the project. */
  member_role: Role | null
}

/**
 * Returns the effective role in a project. Returns null if the user has no access. A workspace admin is admin of
 * every project, so that each project has an admin. A workspace guest is never more than guest.
 */
export function projectRole({ workspace_role, member_role }: Memberships): Role | null {
  if (workspace_role === null) return null
  if (workspace_role === role.admin) return role.admin
  if (member_role === null) return null
  return workspace_role === role.guest ? role.guest : member_role
}

export function hasRoleAtLeast(actual: Role | null, needed: Role): boolean {
  return actual !== null && actual >= needed
}

/**
 * Returns whether the user sees all items of the project. A guest sees only the items that they created,
 * unless the project shows everything to guests.
 */
export function canSeeWholeProject(ownRole: Role | null, guestViewAllFeatures: boolean): boolean {
  return ownRole !== null && (ownRole > role.guest || guestViewAllFeatures)
}

/**
 * Returns whether the user can find a project. Workspace members find public projects and may join them.
 * Guests find only projects that they have joined.
 */
export function canFindProject(workspaceRole: Role, ownRole: Role | null, network: number): boolean {
  return ownRole !== null || (network === 2 && workspaceRole > role.guest)
}

/**
 * Returns whether `actor` may give the role `wanted` to a user with the role `current`, which is null if the user is
 * not a member. Admins may give every role. Other users may give at most their own role, and cannot change users whose
 * role is not lower than their own.
 */
export function canGrantRole(actor: Role, current: Role | null, wanted: Role): boolean {
  if (actor === role.admin) return true
  return wanted <= actor && (current === null || current < actor)
}
