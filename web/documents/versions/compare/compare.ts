import { compareBlocks } from './blocks.ts'
import { createBudget } from './budget.ts'
import { createWriter, type MarkWords, type WordCounts } from './writer.ts'

export interface Comparison extends WordCounts {
  /** The later text with what is new in it and what was taken out of it, as `ins`, `del` and `data-change`. */
  html: string
}

/** Characters of both texts. A longer one is shown without its changes: what finds them would hold the page up. */
export const longestCompared = 400_000
/** Milliseconds of one comparison, in which the page does nothing else. */
const longest = 250

/** What one text became, block by block; null of texts that are too long. `parse` reads HTML without running or loading anything. */
export function compareTexts(
  before: string,
  after: string,
  said: MarkWords,
  parse: (html: string) => Element,
): Comparison | null {
  if (before.length + after.length > longestCompared) return null
  const [old, now] = [parse(before), parse(after)]
  const writer = createWriter(now.ownerDocument, said)
  const blocks = compareBlocks(old, now, writer, createBudget(longest))
  const counts = writer.settle()
  now.replaceChildren(...blocks)
  return { html: now.innerHTML, ...counts }
}
