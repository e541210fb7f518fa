import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import { oldestRestorableDeletion } from '../../work/work-items/rules.ts'

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

/**
 * Returns whether the user may restore a status update of an epic or a project, which is always true if it is not
 * deleted. Admins may. The author may if the author deleted it, because an admin may have deleted it on purpose.
 * `updated_by` is the user who deleted it. Nobody may restore it after `trashDays`.
 */
export function canRestoreStatusUpdate(
  actor: Actor,
  update: { created_by: string | null; updated_by: string | null; deleted_at?: Date | null },
  now: number,
): boolean {
  if (update.deleted_at == null) return true
  if (update.deleted_at.getTime() < oldestRestorableDeletion(now)) return false
  if (hasRoleAtLeast(actor.role, role.admin)) return true
  const isOwn = update.created_by === actor.user_id && update.updated_by === actor.user_id
  return isOwn && hasRoleAtLeast(actor.role, role.member)
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
