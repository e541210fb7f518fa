import * as Y from 'yjs'
import type { PageCommentAnchor } from '#common/pages/page-comments/schema.ts'
import { invalid } from '#common/platform/errors.ts'

/**
 * Throws for bytes that are not a Yjs position next to a character, because editors that show the page would
 * fail on such bytes.
 */
export function validateCommentAnchor(anchor: PageCommentAnchor): PageCommentAnchor {
  for (const field of ['start', 'end'] as const) {
    if (!isBesideLetter(anchor[field])) throw invalid('anchor', 'This position does not exist in the text.')
  }
  return anchor
}

function isBesideLetter(sent: string): boolean {
  const bytes = Buffer.from(sent, 'base64')
  if (bytes.toString('base64') !== sent) return false
  try {
    const position = Y.decodeRelativePosition(bytes)
    // Accept only the canonical encoding of a position, because other encodings may contain additional bytes, which
    // would be stored.
    return position.item !== null && bytes.equals(Y.encodeRelativePosition(position))
  } catch {
    return false
  }
}
