import type { Role } from '../../platform/roles.ts'
import { itemAcceptsChanges } from '../work-items/rules.ts'

/** Maximum number of comment threads in one response. */
export const maxCommentThreads = 5000

/**
 * Returns whether the user may comment on an item. Everyone who can see an item may comment on it unless it
 * is archived.
 */
export function canComment(actor: { role: Role | null }, item: { archived_at: unknown }): boolean {
  return itemAcceptsChanges(item) && actor.role !== null
}
