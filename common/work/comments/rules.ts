import type { Role } from '../../platform/roles.ts'
import { takesChanges } from '../work-items/rules.ts'

/** Threads that one call answers at most. */
export const threadsLimit = 5000

/** Whoever sees an item may speak of it, until it is in the archive. */
export function canComment(actor: { role: Role | null }, item: { archived_at: unknown }): boolean {
  return takesChanges(item) && actor.role !== null
}
