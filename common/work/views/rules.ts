import { atLeast, type Role, role } from '../../platform/roles.ts'

export const viewNameLength = 255

/** Somebody at the place of the view: in its project, or in the workspace when it is the workspace's. */
interface Actor {
  user_id: string
  role: Role | null
  /** False for those to whom what others share there is not shown: a restricted guest of the project, every guest of the workspace. */
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

/** Its name, looks, filters and display. */
export function canEditView(actor: Actor, view: View): boolean {
  return canHoldView(actor, view) && !view.is_locked
}

/** Lock it, and say who sees it. */
export function canHoldView(actor: Actor, view: View): boolean {
  return actor.role !== null && isOwner(actor, view)
}

/**
 * Let anybody read what it shows: a view that is shared, by its owner. `actor` is somebody who may show others what is in it, which of a
 * project its admins may, and in the workspace its members: of each project it shows nothing unless its owner is an admin there.
 */
export function canPublishView(actor: Actor, view: View & { project_id: string | null }): boolean {
  const least = view.project_id === null ? role.member : role.admin
  return canHoldView(actor, view) && view.access === 1 && atLeast(actor.role, least)
}

/** Delete and restore. */
export function canDeleteView(actor: Actor, view: View): boolean {
  return canSeeView(actor, view) && (isOwner(actor, view) || atLeast(actor.role, role.admin))
}

function isOwner(actor: Actor, view: View): boolean {
  return view.owned_by === actor.user_id
}
