import type { Clock } from '#common/platform/clock.ts'
import { type Condition, everything } from '#common/work/listing/condition.ts'
import { readRichFilters } from '#common/work/listing/rich-filters.ts'

/** A filter expression as the server takes it, see `common/work/listing/rich-filters.ts`; `{}` filters nothing. */
export type RichFilters = Record<string, unknown>

export const noFilters: RichFilters = {}

/** All of several expressions at once. */
export function allOf(...expressions: (RichFilters | null)[]): RichFilters {
  const and = expressions.flatMap((one) => (one === null || isEmpty(one) ? [] : conjuncts(one)))
  const [only] = and
  if (only === undefined) return noFilters
  return and.length === 1 ? only : { and }
}

/** The parts of an expression that must all hold; an expression of another form is one such part. */
export function conjuncts(filters: RichFilters): RichFilters[] {
  if (isEmpty(filters)) return []
  const and = filters['and']
  return Array.isArray(and) ? and : [filters]
}

export function isEmpty(filters: RichFilters): boolean {
  return Object.keys(filters).length === 0
}

/** What an expression means for a person; null when it means nothing, as a link that was cut off does. */
export function meaningOf(filters: RichFilters, clock: Clock): Condition | null {
  try {
    return isEmpty(filters) ? everything : readRichFilters(filters, clock)
  } catch {
    return null
  }
}
