/**
 * Sort positions are floats, so that a move writes only one row. A row between two other rows gets the
 * midpoint. A row at an end of the list gets a position that is one step further. The API of Plane determines
 * the numbers.
 */
export const firstPosition = 65_535
export const positionStep = 10_000

/**
 * Minimum distance of two positions. Below it, midpoints lose precision, so the server moves the neighbors
 * apart.
 */
export const minPositionDistance = 1e-6

/**
 * Maximum absolute value of a position. Up to this value, floats have enough precision to keep neighbors
 * apart.
 */
export const maxPosition = 1e15

/**
 * Returns whether there is no usable float between two positions. Large positions need a larger distance,
 * because large floats are less precise.
 */
export function arePositionsTooClose(before: number, after: number): boolean {
  return Math.abs(after - before) <= 2 * Math.max(minPositionDistance, Math.abs(before) * 2 ** -49)
}

/** Returns a position between `before` and `after`. Null means that the row is at this end of the list. */
export function positionBetween(before: number | null, after: number | null): number {
  if (before === null && after === null) return firstPosition
  if (before === null) return bounded((after ?? 0) - positionStep)
  if (after === null) return bounded(before + positionStep)
  return bounded(before) + (bounded(after) - bounded(before)) / 2
}

/** Returns `count` evenly spaced positions, because repeated midpoints would run out of precision. */
export function positionsBetween(before: number, after: number | null, count: number): number[] {
  const last = after ?? before + (count + 1) * positionStep
  const step = (bounded(last) - bounded(before)) / (count + 1)
  return Array.from({ length: count }, (_, at) => bounded(before) + (at + 1) * step)
}

/** The position of a new row, and the new positions of neighbors that move. */
export interface PositionInsertion {
  position: number
  /** New positions of other rows, by their index. Usually empty. */
  moved: ReadonlyMap<number, number>
}

/**
 * Inserts a row at index `at` of a sorted list. If its neighbors have the same position, the rows above or
 * the rows below move, whichever are fewer.
 */
export function computePositionInsertion(others: readonly number[], at: number): PositionInsertion {
  const before = others[at - 1] ?? null
  const after = others[at] ?? null
  if (before === null || after === null || !arePositionsTooClose(before, after)) {
    return { position: positionBetween(before, after), moved: new Map() }
  }
  const below = spaced(others, at, 1, before)
  const above = spaced(others, at - 1, -1, after)
  return below.moved.size <= above.moved.size ? below : above
}

/**
 * Places the new row one step away from the neighbor that stays, and moves each row that is in the way one step
 * further.
 */
function spaced(others: readonly number[], from: number, by: 1 | -1, neighbor: number): PositionInsertion {
  const position = bounded(neighbor + by * positionStep)
  const moved = new Map<number, number>()
  let last = position
  for (let at = from; at >= 0 && at < others.length; at += by) {
    const now = others[at] ?? 0
    if (by * (now - last) > 0 && !arePositionsTooClose(last, now)) break
    last = bounded(last + by * positionStep)
    moved.set(at, last)
  }
  return { position, moved }
}

/**
 * Number of rows before and after the given row that are moved in the first attempt. Each further attempt moves
 * four times as many rows.
 */
export const initialRespacedRows = 8

/**
 * Minimum distance between rows after they were moved apart. It can be halved about twenty times before rows
 * must be moved apart again.
 */
export const minRespacedDistance = 1

/**
 * Returns new positions, by index, for rows around index `at` if a neighbor is too close or the position is too
 * far from zero; otherwise an empty map. Moves as few rows as possible and preserves the order. If `positions` are
 * only a part of a list, `beyond` states whether the list has rows before and after this part. Returns null if
 * rows outside of this part would have to move.
 */
export function respaceNearbyPositions(
  positions: readonly number[],
  at: number,
  beyond: { before: boolean; after: boolean } = { before: false, after: false },
): Map<number, number> | null {
  if (!needsRoom(positions, at)) return new Map()
  const isFar = Math.abs(positions[at] ?? 0) > maxPosition / 2
  for (let radius = isFar ? positions.length : initialRespacedRows; ; radius *= 4) {
    const [first, last] = [Math.max(0, at - radius), Math.min(positions.length - 1, at + radius)]
    const [before, after] = [positions[first - 1] ?? null, positions[last + 1] ?? null]
    if ((before === null && beyond.before) || (after === null && beyond.after)) return null
    const moved = spreadBetween(before, after, { first, count: last - first + 1 })
    if (moved !== null) return moved
  }
}

/**
 * Places rows evenly between two fixed rows, or after or before one fixed row. Returns null if there is too
 * little room.
 */
function spreadBetween(
  before: number | null,
  after: number | null,
  { first, count }: { first: number; count: number },
): Map<number, number> | null {
  const isWithin = before !== null && after !== null
  const step = isWithin ? Math.min(positionStep, (after - before) / (count + 1)) : positionStep
  if (step < minRespacedDistance) return null
  const start = before ?? (after === null ? 0 : after - (count + 1) * step)
  return new Map(Array.from({ length: count }, (_, index) => [first + index, start + (index + 1) * step]))
}

function needsRoom(positions: readonly number[], at: number): boolean {
  const position = positions[at]
  if (position === undefined) return false
  const isCrowdedBy = (other: number | undefined) =>
    other !== undefined && arePositionsTooClose(position, other)
  return (
    Math.abs(position) > maxPosition / 2 || isCrowdedBy(positions[at - 1]) || isCrowdedBy(positions[at + 1])
  )
}

function bounded(position: number): number {
  return Math.max(-maxPosition, Math.min(position, maxPosition))
}
