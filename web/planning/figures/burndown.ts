import type { CycleOrModuleEstimateStats, CycleOrModuleItemStats } from '#common/planning/figures/schema.ts'

/** The data of a burndown chart. The lists of numbers have one entry per day, which is null for future days. */
export interface Burndown {
  days: readonly string[]
  scope: readonly (number | null)[]
  remaining: readonly (number | null)[]
  done: readonly (number | null)[]
  /** The index of the last day that has values, or -1. */
  now: number
  /** The current scope: the total number of items or points. */
  whole: number
  highest: number
}

export function computeBurndown({
  scope_chart,
  completion_chart,
}: Pick<CycleOrModuleItemStats | CycleOrModuleEstimateStats, 'completion_chart' | 'scope_chart'>): Burndown {
  const days = Object.keys(scope_chart).toSorted()
  const scope = days.map((day) => scope_chart[day] ?? null)
  const remaining = days.map((day) => completion_chart[day] ?? null)
  const now = scope.findLastIndex((count) => count !== null)
  return {
    days,
    scope,
    remaining,
    done: days.map((_, at) => minus(scope[at], remaining[at])),
    now,
    whole: scope[now] ?? 0,
    highest: Math.max(1, ...scope.map((count) => count ?? 0)),
  }
}

/** Returns the days on which the scope changed. */
export function scopeChanges({ scope }: Burndown): { at: number; count: number }[] {
  return scope.flatMap((count, at) => {
    const before = scope[at - 1] ?? null
    return count !== null && before !== null && count !== before ? [{ at, count }] : []
  })
}

function minus(one: number | null | undefined, other: number | null | undefined): number | null {
  return one === null || one === undefined || other === null || other === undefined ? null : one - other
}
