import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

export const maxEpicUpdateTextLength = 5000

/** Maximum number of updates of one epic. Longer records of its progress can be written on a page. */
export const epicUpdatesLimit = 200

interface Actor {
  user_id: string
  role: Role | null
}

/**
 * Returns whether the user may create epics, convert items to epics and back, and post updates. Members may.
 */
export function canEditEpics(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

/**
 * Returns whether the user may change an update. Admins may, and so may its author while they are in the
 * project.
 */
export function canChangeEpicUpdate(actor: Actor, update: { created_by: string | null }): boolean {
  if (actor.role === null) return false
  return hasRoleAtLeast(actor.role, role.admin) || update.created_by === actor.user_id
}

interface Item {
  is_epic: boolean
  state__group: string
  archived_at: unknown
}

/**
 * Returns whether an item can become an epic. Items in intake cannot, because they are not part of the project yet.
 * Archived items cannot, because they cannot be changed. An epic cannot become an epic again.
 */
export function canBecomeEpic(item: Item): boolean {
  return !item.is_epic && item.state__group !== 'triage' && item.archived_at === null
}

/**
 * Returns the id of the epic that sub-items of this item belong to, which is the item itself if it is an
 * epic.
 */
export function getEpicIdForSubItems(item: {
  id: string
  is_epic: boolean
  epic_id: string | null
}): string | null {
  return item.is_epic ? item.id : item.epic_id
}
