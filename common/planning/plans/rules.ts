import { atLeast, type Role, role } from '../../platform/roles.ts'

export const planNameLength = 255

/**
 * The maximum number of cycles, and of modules, in one project. Includes archived ones, because clients load all of
 * them.
 */
export const plansLimit = 500

interface Actor {
  user_id: string
  role: Role | null
}

/** Members may create and change cycles and modules, and add items to them. */
export function canEditPlans(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

/** The owner may delete a plan as long as they are in the project. */
export function canDeletePlan(actor: Actor, ownerId: string | null): boolean {
  if (actor.role === null) return false
  return atLeast(actor.role, role.admin) || ownerId === actor.user_id
}
