import { atLeast, type Role, role } from '../../platform/roles.ts'

interface Actor {
  user_id: string
  role: Role | null
}

/** What becomes of it is for the admins of the project to say. */
export function canTriage(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.admin)
}

/** Whoever sent it in may go on writing it, and take it back. */
export function canEditIntake(actor: Actor, item: { created_by: string | null }): boolean {
  return canTriage(actor) || (actor.role !== null && item.created_by === actor.user_id)
}

/** Not yet in the project: in no list, search, cycle or count of it. */
export function isInTriage(item: { state__group: string }): boolean {
  return item.state__group === 'triage'
}
