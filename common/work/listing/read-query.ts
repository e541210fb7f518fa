import type { Clock } from '../../platform/clock.ts'
import { invalid } from '../../platform/errors.ts'
import { allConditions, type ListingCondition, matchAllCondition } from './condition.ts'
import type { ListingContext } from './contexts.ts'
import { invalidDateFilters, parseLegacyFilters } from './legacy-filters.ts'
import { createListing, type Listing } from './listing.ts'
import { parseFiltersFromRequest } from './request-filters.ts'
import type { ListFilterQuery, ListingQuery } from './schema.ts'

/** Builds the listing for a query. Throws `invalid` with the name of the field that cannot be parsed. */
export function parseListingQuery(context: ListingContext, sent: ListingQuery, clock: Clock): Listing {
  const { group_by = null, sub_group_by = null, order_by, type } = sent
  if (sub_group_by !== null && group_by === sub_group_by) {
    throw invalid('sub_group_by', 'Group by and sub group by cannot have same parameters')
  }
  return createListing(context, {
    filters: parseListingFilters(sent, clock),
    type: type === 'active' || type === 'backlog' ? type : 'all',
    show_sub_issues: sent.sub_issue !== false && sent.show_sub_issues !== false,
    group_by,
    sub_group_by: group_by === null ? null : sub_group_by,
    order_by,
    estimate_sum: sent.estimate_sum === true,
  })
}

/**
 * Parses filters in both formats: comma-separated parameters and a filter tree. An item must match both.
 * Throws `invalid` with the name of the filter that cannot be parsed.
 */
export function parseListingFilters(sent: ListFilterQuery, clock: Clock): ListingCondition {
  for (const name of invalidDateFilters(sent, clock)) throw invalid(name, 'Invalid date.')
  return allConditions(
    parseLegacyFilters(sent, clock),
    sent.filters ? parseFiltersFromRequest(sent.filters, clock) : matchAllCondition,
  )
}

export interface RequestedPage {
  size: number
  /** Number of the page, starting at 0. */
  number: number
  /**
   * Key of the row before the page or, with `isBack`, after the page. Without a key, the page is found by
   * counting rows.
   */
  key?: string | undefined
  isBack?: boolean
}

/**
 * Parses a cursor of the form `perPage:page:direction:key`. Without a cursor, returns the first page with the
 * size `per_page`.
 */
export function parseRequestedPage({
  cursor,
  per_page,
}: Pick<ListingQuery, 'cursor' | 'per_page'>): RequestedPage {
  const [size, number, direction, key] = cursor?.split(':') ?? []
  return {
    size: size === undefined ? per_page : Number(size),
    number: Number(number ?? 0),
    key,
    isBack: key !== undefined && direction === '1',
  }
}
