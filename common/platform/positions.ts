/**
 * Sort positions are floats, so that a move writes one row. A row put between two takes their midpoint; at the ends it
 * stands one step beyond. The numbers are those of the specification: first at 65 535, steps of 10 000.
 */
export const firstPosition = 65_535
export const positionStep = 10_000

/** Below this distance midpoints run out of precision, and the server spaces the neighbours anew. */
export const closestPositions = 1e-6

/** How far from zero a position may be sent: there a float still has eighths, so positions next to each other differ. */
export const farthestPosition = 1e15

/** True when two positions leave no usable float between them. Far from zero, floats are further apart. */
export function areCrowded(before: number, after: number): boolean {
  return Math.abs(after - before) <= 2 * Math.max(closestPositions, Math.abs(before) * 2 ** -49)
}

/** A position after `before` and before `after`; null stands for the end of the list. */
export function positionBetween(before: number | null, after: number | null): number {
  if (before === null && after === null) return firstPosition
  if (before === null) return bounded((after ?? 0) - positionStep)
  if (after === null) return bounded(before + positionStep)
  return bounded(before) + (bounded(after) - bounded(before)) / 2
}

/** So many positions one after the other, as far from each other as there is room: midpoints of midpoints would come to nothing. */
export function positionsBetween(before: number, after: number | null, count: number): number[] {
  const last = after ?? before + (count + 1) * positionStep
  const step = (bounded(last) - bounded(before)) / (count + 1)
  return Array.from({ length: count }, (_, at) => bounded(before) + (at + 1) * step)
}

/** Where a row goes among others, and which of these make room. */
export interface Insertion {
  position: number
  /** New positions of others, by their index; mostly none. */
  moved: ReadonlyMap<number, number>
}

/**
 * Puts a row before the one at `at` of others that stand in order. Where two neighbours are at the same place, those above make
 * room or those below, whichever are fewer.
 */
export function insertAt(others: readonly number[], at: number): Insertion {
  const before = others[at - 1] ?? null
  const after = others[at] ?? null
  if (before === null || after === null || !areCrowded(before, after)) {
    return { position: positionBetween(before, after), moved: new Map() }
  }
  const below = spaced(others, at, 1, before)
  const above = spaced(others, at - 1, -1, after)
  return below.moved.size <= above.moved.size ? below : above
}

/** One step from the neighbour that stays, and as many as stand in the way a step further each. */
function spaced(others: readonly number[], from: number, by: 1 | -1, neighbour: number): Insertion {
  const position = bounded(neighbour + by * positionStep)
  const moved = new Map<number, number>()
  let last = position
  for (let at = from; at >= 0 && at < others.length; at += by) {
    const now = others[at] ?? 0
    if (by * (now - last) > 0 && !areCrowded(last, now)) break
    last = bounded(last + by * positionStep)
    moved.set(at, last)
  }
  return { position, moved }
}

/** Rows that make room at first on both sides of one; each further attempt takes four times as many. */
export const firstReach = 8

/** The smallest distance between rows that were spaced anew. It can be halved some twenty times. */
export const comfortableStep = 1

/**
 * New positions, by index, for rows around the one at `at` of a list in order, when a neighbour is too close to it or it is too far from
 * zero; none when it has room. As few rows as possible move, and the order stays. Of a part of a list, `beyond` says whether rows stand before
 * it and after it; the answer is null when these would have to move too.
 */
export function roomAround(
  positions: readonly number[],
  at: number,
  beyond: { before: boolean; after: boolean } = { before: false, after: false },
): Map<number, number> | null {
  if (!needsRoom(positions, at)) return new Map()
  const isFar = Math.abs(positions[at] ?? 0) > farthestPosition / 2
  for (let reach = isFar ? positions.length : firstReach; ; reach *= 4) {
    const [first, last] = [Math.max(0, at - reach), Math.min(positions.length - 1, at + reach)]
    const [before, after] = [positions[first - 1] ?? null, positions[last + 1] ?? null]
    if ((before === null && beyond.before) || (after === null && beyond.after)) return null
    const moved = spreadBetween(before, after, { first, count: last - first + 1 })
    if (moved !== null) return moved
  }
}

/** Evenly between two rows that stay, or beyond one; null when that leaves too little room. */
function spreadBetween(
  before: number | null,
  after: number | null,
  { first, count }: { first: number; count: number },
): Map<number, number> | null {
  const isWithin = before !== null && after !== null
  const step = isWithin ? Math.min(positionStep, (after - before) / (count + 1)) : positionStep
  if (step < comfortableStep) return null
  const start = before ?? (after === null ? 0 : after - (count + 1) * step)
  return new Map(Array.from({ length: count }, (_, index) => [first + index, start + (index + 1) * step]))
}

function needsRoom(positions: readonly number[], at: number): boolean {
  const position = positions[at]
  if (position === undefined) return false
  const isCrowdedBy = (other: number | undefined) => other !== undefined && areCrowded(position, other)
  return (
    Math.abs(position) > farthestPosition / 2 ||
    isCrowdedBy(positions[at - 1]) ||
    isCrowdedBy(positions[at + 1])
  )
}

function bounded(position: number): number {
  return Math.max(-farthestPosition, Math.min(position, farthestPosition))
}
