import { atLeast, type Role, role } from '../../platform/roles.ts'

export const updateTextLength = 5000

/** Of one epic, the newest: whoever has more to say has a page for it. */
export const updatesLimit = 200

interface Actor {
  user_id: string
  role: Role | null
}

/** Make epics, convert items to them and back, and say how they go. */
export function canKeepEpics(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

/** Who wrote it may as long as they are in the project. */
export function canChangeUpdate(actor: Actor, update: { created_by: string | null }): boolean {
  if (actor.role === null) return false
  return atLeast(actor.role, role.admin) || update.created_by === actor.user_id
}

interface Item {
  is_epic: boolean
  state__group: string
  archived_at: unknown
}

/** What is in intake is not in the project yet, and what is in the archive does not change. */
export function canBecomeEpic(item: Item): boolean {
  return !item.is_epic && item.state__group !== 'triage' && item.archived_at === null
}

/** The epic of what is below an item: itself, when it is one. */
export function epicBelow(item: { id: string; is_epic: boolean; epic_id: string | null }): string | null {
  return item.is_epic ? item.id : item.epic_id
}
