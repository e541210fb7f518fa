import * as Y from 'yjs'
import { isTextBlock } from './lost-blocks.ts'

/** A text block that still exists, and its text. In this text, an inline element counts as one character. */
export interface RescueDestination {
  element: Y.XmlElement
  text: string
}

/** Returns the text blocks below `parent`, in order. */
export function findTextBlocks(parent: Y.XmlFragment): RescueDestination[] {
  return parent.toArray().flatMap((child): RescueDestination[] => {
    if (!(child instanceof Y.XmlElement)) return []
    return isTextBlock(child) ? [{ element: child, text: textOfBlock(child) }] : findTextBlocks(child)
  })
}

export function textOfBlock(block: Y.XmlElement): string {
  return block
    .toArray()
    .map((child) => (child instanceof Y.XmlText ? charactersOf(child) : '\ufffc'))
    .join('')
}

function charactersOf(text: Y.XmlText): string {
  return text
    .toDelta()
    .map(({ insert }: { insert: unknown }) => (typeof insert === 'string' ? insert : '\ufffc'))
    .join('')
}

/** Minimum share of the deleted text that a block must contain to count as its replacement. */
const leastShare = 0.5

/**
 * Finds the block that replaced each deleted block, which is the block with the most similar text. An empty
 * deleted block is matched by its position, if there are as many new blocks as deleted blocks.
 */
export function findReplacementBlocks(
  deleted: string[],
  candidates: RescueDestination[],
): (RescueDestination | null)[] {
  const taken = new Set<RescueDestination>()
  let after = -1
  const found = deleted.map((text) => {
    const [best] = candidates
      .map((candidate, at) => ({ candidate, at, share: shareOf(text, candidate.text) }))
      .filter(({ share }) => share >= leastShare)
      .sort(
        (one, other) =>
          other.share - one.share ||
          Number(taken.has(one.candidate)) - Number(taken.has(other.candidate)) ||
          Number(one.at <= after) - Number(other.at <= after) ||
          one.candidate.text.length - other.candidate.text.length ||
          one.at - other.at,
      )
    if (!best) return null
    taken.add(best.candidate)
    after = best.at
    return best.candidate
  })
  if (candidates.length !== deleted.length) return found
  return found.map((one, at) => {
    const inTurn = candidates[at] ?? null
    return one ?? (deleted[at] === '' && inTurn && !taken.has(inTurn) ? inTurn : null)
  })
}

/**
 * Returns the fraction of the character pairs of `text` that also occur in `other`. A single character has no pairs.
 * The result is then 1 if `other` contains the character, and 0 otherwise.
 */
function shareOf(text: string, other: string): number {
  if (text === '') return 0
  if (other.includes(text)) return 1
  const pairs = pairsOf(text)
  const others = pairsOf(other)
  let found = 0
  for (const [pair, count] of pairs) found += Math.min(count, others.get(pair) ?? 0)
  return found / Math.max(1, text.length - 1)
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
