import { diffArrays } from 'diff'

/** Time is short: what cannot be compared in it counts as replaced. */
export interface Budget {
  isOver(): boolean
  /** What is the same, removed and added in order; null when there is no time left. */
  steps(before: string[], after: string[]): CompareStep[] | null
}

export interface CompareStep {
  kind: 'same' | 'removed' | 'added'
  /** How many of a list, in both where they are the same. */
  count: number
}

export function createBudget(ms: number): Budget {
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
