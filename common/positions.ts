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
  if (before === null || after === null || after - before > 2 * closestPositions) {
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
    if (by * (now - last) > 2 * closestPositions) break
    last = bounded(last + by * positionStep)
    moved.set(at, last)
  }
  return { position, moved }
}

function bounded(position: number): number {
  return Math.max(-farthestPosition, Math.min(position, farthestPosition))
}
