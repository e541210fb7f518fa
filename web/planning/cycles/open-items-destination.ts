import type { CycleRow } from '#common/planning/cycles/schema.ts'

/**
 * The number of unfinished items of a cycle, and the cycle `to` into which they move. If `to` is null, the items are
 * removed from their cycle. If `to` is undefined, they stay in it.
 */
export interface OpenItemsDestination {
  count: number
  to: CycleRow | null | undefined
}

/** The chosen value if the items are removed from their cycle, and if they stay in it. */
export const noCycle = 'none'
export const stayInCycle = 'stay'

/**
 * Returns where the unfinished items of a cycle move. Returns null until they are counted, and if they cannot move to
 * the chosen destination any more, for example because another person has deleted the chosen cycle.
 */
export function openItemsDestination({
  count,
  chosen,
  targets,
  canStay,
}: {
  count: number | null
  chosen: string
  targets: readonly CycleRow[]
  canStay: boolean
}): OpenItemsDestination | null {
  if (count === null) return null
  if (count === 0) return { count, to: undefined }
  if (chosen === noCycle) return { count, to: null }
  if (chosen === stayInCycle) return canStay ? { count, to: undefined } : null
  const to = targets.find(({ id }) => id === chosen)
  return to === undefined ? null : { count, to }
}
