import type { Clock } from '#common/platform/clock.ts'
import { type ListingCondition, matchAllCondition } from '#common/work/listing/condition.ts'
import { parseRichFilters } from '#common/work/listing/rich-filters.ts'

/**
 * A filter expression as the server accepts it, see `common/work/listing/rich-filters.ts`. `{}` matches all
 * items.
 */
export type RichFilters = Record<string, unknown>

export const noFilters: RichFilters = {}

/** Combines several expressions with `and`. */
export function combineFilters(...expressions: (RichFilters | null)[]): RichFilters {
  const and = expressions.flatMap((one) => (one === null || hasNoFilters(one) ? [] : splitFilters(one)))
  const [only] = and
  if (only === undefined) return noFilters
  return and.length === 1 ? only : { and }
}

/**
 * Returns the operands of the top-level `and` of an expression. An expression without `and` is a single
 * operand.
 */
export function splitFilters(filters: RichFilters): RichFilters[] {
  if (hasNoFilters(filters)) return []
  const and = filters['and']
  return Array.isArray(and) ? and : [filters]
}

export function hasNoFilters(filters: RichFilters): boolean {
  return Object.keys(filters).length === 0
}

/**
 * Converts a filter expression to a condition. Returns null if the expression is invalid, for example because it comes
 * from a truncated link.
 */
export function filtersToListingCondition(filters: RichFilters, clock: Clock): ListingCondition | null {
  try {
    return hasNoFilters(filters) ? matchAllCondition : parseRichFilters(filters, clock)
  } catch {
    return null
  }
}
