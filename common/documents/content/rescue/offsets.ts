import { diffChars } from 'diff'

export interface OffsetMapping {
  /**
   * Maps an offset of the first text to an offset of the second text. An offset is the gap before a character.
   */
  to(offset: number): number
  /**
   * Maps the offset of a character to its offset in the second text, or returns null if the second text does not
   * contain the character.
   */
  character(offset: number): number | null
}

/**
 * Maximum number of edits when texts are compared character by character, because the time grows quadratically. If
 * two texts differ by more edits, only their common beginning and end are matched.
 */
const mostEdits = 2_000

/** Maps an offset in a text to the matching offset in the edited text. */
export function createOffsetMapping(from: string, to: string): OffsetMapping {
  const mapped = mappedOffsets(from, to)
  const before = (offset: number) => (offset > 0 ? (mapped[offset - 1] ?? null) : null)
  return {
    character: (offset) => mapped[offset] ?? null,
    to(offset) {
      const left = before(offset)
      if (left !== null) return left + 1
      const right = mapped[offset] ?? null
      if (right !== null) return right
      for (let at = offset - 1; at > 0; at--) {
        const place = before(at)
        if (place !== null) return place + 1
      }
      return mapped.find((place) => place !== null) ?? to.length
    },
  }
}

function mappedOffsets(from: string, to: string): (number | null)[] {
  if (from === to) return unitsOf(from)
  const contained = to.indexOf(from)
  if (from !== '' && contained >= 0) return unitsOf(from).map((at) => contained + at)
  const changes = diffChars(from, to, { maxEditLength: mostEdits })
  if (!changes) return ends(from, to)
  const mapped: (number | null)[] = []
  let at = 0
  for (const { value, added, removed } of changes) {
    if (removed) mapped.push(...unitsOf(value).map(() => null))
    else if (added) at += value.length
    else {
      const start = at
      mapped.push(...unitsOf(value).map((unit) => start + unit))
      at += value.length
    }
  }
  return mapped
}

function ends(from: string, to: string): (number | null)[] {
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from[start] === to[start]) start++
  let end = 0
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++
  return unitsOf(from).map((at) => {
    if (at < start) return at
    return at >= from.length - end ? at + to.length - from.length : null
  })
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => at)
}
