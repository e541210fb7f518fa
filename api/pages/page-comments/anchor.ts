import * as Y from 'yjs'
import type { PageAnchor } from '#common/pages/page-comments/schema.ts'
import { invalid } from '#common/platform/errors.ts'

/** Refuses bytes that are no place beside a letter, on which every editor that shows the page would stumble. */
export function checkedAnchor(anchor: PageAnchor): PageAnchor {
  for (const field of ['start', 'end'] as const) {
    if (!isBesideLetter(anchor[field])) throw invalid('anchor', 'There is no such place in a text.')
  }
  return anchor
}

function isBesideLetter(sent: string): boolean {
  const bytes = Buffer.from(sent, 'base64')
  if (bytes.toString('base64') !== sent) return false
  try {
    const position = Y.decodeRelativePosition(bytes)
    // Said in one way alone, so that nothing else is kept with it.
    return position.item !== null && bytes.equals(Y.encodeRelativePosition(position))
  } catch {
    return false
  }
}
