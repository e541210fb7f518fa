import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

interface Actor {
  user_id: string
  role: Role | null
}

/** Returns whether the user may decide on intake items. Only admins of the project may. */
export function canTriageIntake(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.admin)
}

/** Returns whether the user may edit or delete a submitted item. Admins and its author may. */
export function canEditIntake(actor: Actor, item: { created_by: string | null }): boolean {
  return canTriageIntake(actor) || (actor.role !== null && item.created_by === actor.user_id)
}

/**
 * Returns whether the item is in triage. Such an item is not part of the project yet, so it is in no list,
 * search, cycle or count.
 */
export function isIntakeItemInTriage(item: { state__group: string }): boolean {
  return item.state__group === 'triage'
}

/**
 * Returns the area whose setting in the project decides whether the item accepts changes. An item in triage
 * belongs to the intake of the project, so it accepts none while the intake is switched off. The user's own
 * subscription is not a change of the item and is always allowed.
 */
export function areaOfItem(item: { state__group: string }): 'intake' | 'work-items' {
  return isIntakeItemInTriage(item) ? 'intake' : 'work-items'
}
