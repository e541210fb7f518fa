import { atLeast, type Role, role } from '../../platform/roles.ts'

interface Actor {
  user_id: string
  role: Role | null
}

/** Only admins of the project decide on intake items. */
export function canTriage(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.admin)
}

/** The author may still edit or delete a submitted item. */
export function canEditIntake(actor: Actor, item: { created_by: string | null }): boolean {
  return canTriage(actor) || (actor.role !== null && item.created_by === actor.user_id)
}

/** An item in triage is not part of the project yet, so it appears in no list, search, cycle or count. */
export function isInTriage(item: { state__group: string }): boolean {
  return item.state__group === 'triage'
}
