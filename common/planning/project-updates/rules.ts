import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

export const maxProjectUpdateLength = 5000

/** Maximum number of updates of one project: one per day in about five years. */
export const projectUpdatesLimit = 2000

interface Actor {
  user_id: string
  role: Role | null
}

/** Returns whether the user may post updates. Members may; guests read them. */
export function canPostProjectUpdate(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

/** Returns whether the user may change an update. Admins may, and so may its author while they are in the project. */
export function canChangeProjectUpdate(actor: Actor, update: { created_by: string | null }): boolean {
  if (actor.role === null) return false
  return hasRoleAtLeast(actor.role, role.admin) || update.created_by === actor.user_id
}
