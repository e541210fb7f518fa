import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

export const maxCycleOrModuleNameLength = 255

/**
 * Maximum number of cycles, and of modules, in one project. Archived ones count too, because clients load all
 * of them.
 */
export const cycleOrModuleLimit = 500

interface Actor {
  user_id: string
  role: Role | null
}

/** Returns whether the user may create and change cycles and modules, and add items to them. Members may. */
export function canEditCyclesAndModules(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

/**
 * Returns whether the user may delete a cycle or module. Admins may, and so may its owner while they are in
 * the project.
 */
export function canDeleteCycleOrModule(actor: Actor, ownerId: string | null): boolean {
  if (actor.role === null) return false
  return hasRoleAtLeast(actor.role, role.admin) || ownerId === actor.user_id
}
