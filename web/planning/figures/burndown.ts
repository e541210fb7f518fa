import type { PlanFigures, PointFigures } from '#common/planning/figures/schema.ts'

/** What a chart shows, a day each; null on days that are yet to come. */
export interface Course {
  days: readonly string[]
  scope: readonly (number | null)[]
  remaining: readonly (number | null)[]
  done: readonly (number | null)[]
  /** The last day that has figures, -1 where none has. */
  now: number
  /** How much there is now. */
  whole: number
  highest: number
}

export function courseOf({
  scope_chart,
  completion_chart,
}: Pick<PlanFigures | PointFigures, 'completion_chart' | 'scope_chart'>): Course {
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

/** Days on which there was more or less to do than the day before. */
export function scopeChanges({ scope }: Course): { at: number; count: number }[] {
  return scope.flatMap((count, at) => {
    const before = scope[at - 1] ?? null
    return count !== null && before !== null && count !== before ? [{ at, count }] : []
  })
}

function minus(one: number | null | undefined, other: number | null | undefined): number | null {
  return one === null || one === undefined || other === null || other === undefined ? null : one - other
}
