import { atLeast, type Role, role } from '../../platform/roles.ts'

export const updateTextLength = 5000

/** The maximum number of updates of one epic. Longer histories belong on a page. */
export const updatesLimit = 200

interface Actor {
  user_id: string
  role: Role | null
}

/** Members may create epics, convert items to epics and back, and post updates. */
export function canEditEpics(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

/** The author may change an update as long as they are in the project. */
export function canChangeUpdate(actor: Actor, update: { created_by: string | null }): boolean {
  if (actor.role === null) return false
  return atLeast(actor.role, role.admin) || update.created_by === actor.user_id
}

interface Item {
  is_epic: boolean
  state__group: string
  archived_at: unknown
}

/** Items in intake are not part of the project yet, and archived items do not change. */
export function canBecomeEpic(item: Item): boolean {
  return !item.is_epic && item.state__group !== 'triage' && item.archived_at === null
}

/** Returns the epic that sub-items of this item belong to: the item itself if it is an epic. */
export function epicOfSubItems(item: {
  id: string
  is_epic: boolean
  epic_id: string | null
}): string | null {
  return item.is_epic ? item.id : item.epic_id
}
