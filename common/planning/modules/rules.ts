import { addDays } from '../../platform/clock.ts'
import { atLeast, type Role, role } from '../../platform/roles.ts'

export const moduleNameLength = 255

/** Of one project, archived ones too: whoever opens its workspace reads them all. */
export const modulesLimit = 500

/** Of one module. */
export const moduleLinksLimit = 50

export const moduleStatuses = [
  'backlog',
  'planned',
  'in-progress',
  'paused',
  'completed',
  'cancelled',
] as const
export type ModuleStatus = (typeof moduleStatuses)[number]

/** Days of one module at most: its chart has one value of each. */
export const moduleLengthLimit = 3660

/** Why a module cannot have these days, null when it can; each of them may be missing. */
export function moduleDaysProblem(start: string | null, target: string | null): 'order' | 'too_long' | null {
  if (start === null || target === null) return null
  if (start > target) return 'order'
  return addDays(start, moduleLengthLimit) <= target ? 'too_long' : null
}

interface Actor {
  user_id: string
  role: Role | null
}

/** Make and change modules, and say what is in them. */
export function canKeepModules(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

/** Who made it may as long as they are in the project. */
export function canDeleteModule(actor: Actor, module: { created_by: string | null }): boolean {
  if (actor.role === null) return false
  return atLeast(actor.role, role.admin) || module.created_by === actor.user_id
}

/** Only what is over, one way or the other. */
export function canArchiveModule({ status }: { status: ModuleStatus }): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** Whether it changes, and items can come into it. */
export function takesItems(module: { archived_at: unknown }): boolean {
  return module.archived_at === null
}
