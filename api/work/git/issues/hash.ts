import { createHash } from 'node:crypto'

/** Hashes a value for comparisons. Forges change line ends and white space at the ends of texts. */
export function fieldHash(text: string): string {
  return createHash('sha256').update(text.replace(/\r\n?/g, '\n').trim()).digest('hex').slice(0, 32)
}

/** Returns the invisible mark of a sent comment, by which a repeated job and an event recognize the comment. */
export function createCommentMarker(commentId: string): string {
  return `<!-- tandem-comment:${commentId} -->`
}

/** Returns the id of the comment that sent this text, or null. */
export function parseCommentMarker(text: string): string | null {
  return /<!-- tandem-comment:([0-9a-f-]{36}) -->/.exec(text)?.[1] ?? null
}
