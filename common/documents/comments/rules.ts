import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'

/**
 * Maximum number of characters of HTML in one comment. The limit is low, because every client that has the project
 * open receives every comment with its whole text.
 */
export const maxCommentLength = 50_000

/**
 * Maximum number of bytes of HTML in one response. If the comments exceed it, the response leaves out the oldest
 * comments.
 */
export const maxCommentsBytes = 8 * 1024 * 1024

interface Actor {
  user_id: string
  role: Role | null
}

interface AuthoredComment {
  actor: string
}

export function isOwnComment(actor: Actor, comment: AuthoredComment): boolean {
  return actor.role !== null && comment.actor === actor.user_id
}

export function canChangeComment(actor: Actor, comment: AuthoredComment): boolean {
  return hasRoleAtLeast(actor.role, role.admin) || isOwnComment(actor, comment)
}

/** Returns true for members and admins. A guest can resolve only their own threads. */
export function canResolveThread(actor: Actor, comment: AuthoredComment): boolean {
  return hasRoleAtLeast(actor.role, role.member) || isOwnComment(actor, comment)
}
