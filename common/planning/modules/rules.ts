import { addDays } from '../../platform/clock.ts'

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

/** Only what is over, one way or the other. */
export function canArchiveModule({ status }: { status: ModuleStatus }): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** Whether it changes, and items can come into it. */
export function moduleTakesItems(module: { archived_at: unknown }): boolean {
  return module.archived_at === null
}
