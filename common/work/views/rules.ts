import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

export const maxViewNameLength = 255

/** The user, with the role in the project or workspace that contains the view. */
interface Actor {
  user_id: string
  role: Role | null
  /**
   * False for users who cannot see shared views: guests with restricted access to the project, and all guests
   * of the workspace.
   */
  sees_all: boolean
}

interface View {
  owned_by: string
  access: 0 | 1
  is_locked: boolean
}

export function canCreateView(actor: Actor): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

export function canSeeView(actor: Actor, view: View): boolean {
  if (actor.role === null) return false
  return isOwner(actor, view) || (view.access === 1 && actor.sees_all)
}

/**
 * Returns whether the user may edit the name, icon, filters and display settings of a view. Its owner may,
 * unless the view is locked.
 */
export function canEditView(actor: Actor, view: View): boolean {
  return canManageView(actor, view) && !view.is_locked
}

/** Returns whether the user may lock a view and change who can see it. Only its owner may. */
export function canManageView(actor: Actor, view: View): boolean {
  return actor.role !== null && isOwner(actor, view)
}

/**
 * Returns whether the user may publish a view. The view must be shared, and the user must be its owner. For a
 * view of a project, the user must also be an admin of the project. A public view shows only items of
 * projects in which its owner is an admin. To publish a view of a teamspace, its owner must be an admin of
 * all projects of the teamspace, so that no project is missing.
 */
export function canPublishView(
  actor: Actor,
  view: View & { project_id: string | null; teamspace_id: string | null },
  administersTeamProjects: boolean,
): boolean {
  if (view.teamspace_id !== null && !administersTeamProjects) return false
  const least = view.project_id === null ? role.member : role.admin
  return canManageView(actor, view) && view.access === 1 && hasRoleAtLeast(actor.role, least)
}

/** Returns whether the user may delete and restore a view. Its owner may, and so may admins who can see it. */
export function canDeleteView(actor: Actor, view: View): boolean {
  return canSeeView(actor, view) && (isOwner(actor, view) || hasRoleAtLeast(actor.role, role.admin))
}

function isOwner(actor: Actor, view: View): boolean {
  return view.owned_by === actor.user_id
}
