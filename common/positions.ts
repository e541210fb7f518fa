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

function bounded(position: number): number {
  return Math.max(-farthestPosition, Math.min(position, farthestPosition))
}
