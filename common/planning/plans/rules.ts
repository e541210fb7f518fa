import { atLeast, type Role, role } from '../../platform/roles.ts'

export const planNameLength = 255

/** The most cycles, and the most modules, of one project. Archived ones count too, since a client loads all of them. */
export const plansLimit = 500

interface Actor {
  user_id: string
  role: Role | null
}

/** Create and change cycles and modules, and put items into them. */
export function canKeepPlans(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

/** The owner may delete a plan as long as they are in the project. */
export function canDeletePlan(actor: Actor, ownerId: string | null): boolean {
  if (actor.role === null) return false
  return atLeast(actor.role, role.admin) || ownerId === actor.user_id
}
