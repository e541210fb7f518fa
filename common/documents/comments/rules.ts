import { atLeast, type Role, role } from '../../platform/roles.ts'

/** Most characters of HTML in one comment: everybody who has the project open receives it whole. */
export const commentLength = 50_000

/** Most bytes of HTML in one answer. Beyond them the oldest comments are left out. */
export const commentsBytes = 8 * 1024 * 1024

interface Actor {
  user_id: string
  role: Role | null
}

interface Said {
  actor: string
}

export function isOwnComment(actor: Actor, comment: Said): boolean {
  return actor.role !== null && comment.actor === actor.user_id
}

export function canChangeComment(actor: Actor, comment: Said): boolean {
  return atLeast(actor.role, role.admin) || isOwnComment(actor, comment)
}

/** A guest resolves only threads of their own. */
export function canResolveThread(actor: Actor, comment: Said): boolean {
  return atLeast(actor.role, role.member) || isOwnComment(actor, comment)
}
