import { addDays } from '../../platform/clock.ts'

/** The maximum number of links of one module. */
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

/** The maximum number of days of a module, because its chart has a value for each day. */
export const maxModuleDays = 3660

/**
 * Returns the reason why a module cannot have this start date and target date, or null if it can. Either date
 * may be missing.
 */
export function moduleDaysProblem(start: string | null, target: string | null): 'order' | 'too_long' | null {
  if (start === null || target === null) return null
  if (start > target) return 'order'
  return addDays(start, maxModuleDays) <= target ? 'too_long' : null
}

/** Returns whether a module can be archived, which requires that it is completed or cancelled. */
export function canArchiveModule({ status }: { status: ModuleStatus }): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** Returns true if the module can change and accept items, because it is not archived. */
export function moduleAcceptsItems(module: { archived_at: unknown }): boolean {
  return module.archived_at === null
}
