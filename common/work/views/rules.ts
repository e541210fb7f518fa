import { atLeast, type Role, role } from '../../platform/roles.ts'

export const viewNameLength = 255

/** The role of the user in the project or workspace that contains the view. */
interface Actor {
  user_id: string
  role: Role | null
  /** False for users who cannot see shared views: restricted guests of the project and all guests of the workspace. */
  sees_all: boolean
}

interface View {
  owned_by: string
  access: 0 | 1
  is_locked: boolean
}

export function canCreateView(actor: Actor): boolean {
  return atLeast(actor.role, role.member)
}

export function canSeeView(actor: Actor, view: View): boolean {
  if (actor.role === null) return false
  return isOwner(actor, view) || (view.access === 1 && actor.sees_all)
}

/** The owner may edit the name, icon, filters and display settings of a view unless it is locked. */
export function canEditView(actor: Actor, view: View): boolean {
  return canManageView(actor, view) && !view.is_locked
}

/** Only the owner may lock a view and change who can see it. */
export function canManageView(actor: Actor, view: View): boolean {
  return actor.role !== null && isOwner(actor, view)
}

/**
 * Checks who may publish a shared view: its owner, as an admin of the project or as a member of the workspace. A public view
 * shows only items of projects in which its owner is an admin.
 */
export function canPublishView(actor: Actor, view: View & { project_id: string | null }): boolean {
  const least = view.project_id === null ? role.member : role.admin
  return canManageView(actor, view) && view.access === 1 && atLeast(actor.role, least)
}

/** The owner and admins may delete and restore a view. */
export function canDeleteView(actor: Actor, view: View): boolean {
  return canSeeView(actor, view) && (isOwner(actor, view) || atLeast(actor.role, role.admin))
}

function isOwner(actor: Actor, view: View): boolean {
  return view.owned_by === actor.user_id
}
