import { compareBlocks } from './blocks.ts'
import { createTimeBudget } from './budget.ts'
import { type ChangeLabels, createComparisonWriter, type WordCounts } from './writer.ts'

export interface TextComparison extends WordCounts {
  /** The newer text with marked changes, as `ins`, `del` and `data-change`. */
  html: string
}

/**
 * Maximum total length of two compared texts in characters. Changes in longer texts are not marked, because
 * comparing such texts would block the page.
 */
export const maxComparedLength = 400_000
/** Time limit of a comparison in milliseconds, during which the page is blocked. */
const longest = 250

/**
 * Compares two texts block by block. Returns null if they are too long. `parse` must parse HTML without
 * running scripts or loading resources.
 */
export function compareTexts(
  before: string,
  after: string,
  labels: ChangeLabels,
  parse: (html: string) => Element,
): TextComparison | null {
  if (before.length + after.length > maxComparedLength) return null
  const [old, now] = [parse(before), parse(after)]
  const writer = createComparisonWriter(now.ownerDocument, labels)
  const blocks = compareBlocks(old, now, writer, createTimeBudget(longest))
  const counts = writer.settle()
  now.replaceChildren(...blocks)
  return { html: now.innerHTML, ...counts }
}
