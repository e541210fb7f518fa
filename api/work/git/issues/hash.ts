import { createHash } from 'node:crypto'

/**
 * Hashes a value for comparisons. White space is normalized first, because forges change line endings and
 * white space at the ends of texts.
 */
export function fieldHash(text: string): string {
  return createHash('sha256').update(text.replace(/\r\n?/g, '\n').trim()).digest('hex').slice(0, 32)
}

/**
 * Returns an invisible HTML marker for a comment that is sent to the forge. By this marker, Tandem recognizes
 * its own comment in webhook events and retries.
 */
export function createCommentMarker(commentId: string): string {
  return `<!-- tandem-comment:${commentId} -->`
}

/**
 * Returns the comment id in the marker that `createCommentMarker` added to the text. Returns null if there is
 * no marker.
 */
export function parseCommentMarker(text: string): string | null {
  return /<!-- tandem-comment:([0-9a-f-]{36}) -->/.exec(text)?.[1] ?? null
}
