import { diffArrays } from 'diff'

/** A time limit for a comparison. Content that cannot be compared within it counts as replaced. */
export interface TimeBudget {
  isOver(): boolean
  /** Returns the differences between two lists in order, or null if no time is left. */
  steps(before: string[], after: string[]): CompareStep[] | null
}

export interface CompareStep {
  kind: 'same' | 'removed' | 'added'
  /**
   * The number of consecutive entries. For the step `same`, both lists contain these entries. For other
   * steps, only one list contains them.
   */
  count: number
}

export function createTimeBudget(ms: number): TimeBudget {
  const end = performance.now() + ms
  const left = () => end - performance.now()
  return {
    isOver: () => left() <= 0,
    steps(before, after) {
      if (left() <= 0) return null
      const changes = diffArrays(before, after, { timeout: left() })
      return (
        changes?.map(({ added, removed, count }) => ({
          kind: added ? 'added' : removed ? 'removed' : 'same',
          count,
        })) ?? null
      )
    },
  }
}
