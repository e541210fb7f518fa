import { atLeast, type Role, role } from '../../platform/roles.ts'
import { takesChanges } from '../work-items/rules.ts'

/** Characters of HTML of one comment at most: whoever has the project open hears it whole. */
export const commentLength = 50_000

/** Bytes of HTML that one call answers at most, whatever people have written; the oldest are left out then. */
export const commentsBytes = 8 * 1024 * 1024

/** Threads that one call answers at most. */
export const threadsLimit = 5000

interface Actor {
  user_id: string
  role: Role | null
}

interface Said {
  actor: string
}

/** Whoever sees an item may speak of it, until it is in the archive. */
export function canComment(actor: Actor, item: { archived_at: unknown }): boolean {
  return takesChanges(item) && actor.role !== null
}

/** Its words, who may read it outside, and whether it is there at all. */
export function canChangeComment(actor: Actor, comment: Said): boolean {
  return atLeast(actor.role, role.admin) || (actor.role !== null && comment.actor === actor.user_id)
}

/** Whether what a thread was about is settled; a guest says it of their own alone. */
export function canResolveThread(actor: Actor, comment: Said): boolean {
  return atLeast(actor.role, role.member) || canChangeComment(actor, comment)
}
