import type { Clock } from '../../platform/clock.ts'
import { allConditions, type ListingCondition } from '../listing/condition.ts'
import { legacyFilterQuery, parseLegacyFilters } from '../listing/legacy-filters.ts'
import { parseFiltersFromRequest } from '../listing/request-filters.ts'
import type { ViewSettings } from '../user-properties/rules.ts'

/** Returns the condition of a view, which combines its comma-separated filters and its filter tree. */
export function createViewCondition(
  { filters, rich_filters }: Pick<ViewSettings, 'filters' | 'rich_filters'>,
  clock: Clock,
): ListingCondition {
  return allConditions(
    parseLegacyFilters(legacyFilterQuery(filters), clock),
    parseFiltersFromRequest(rich_filters, clock, 'rich_filters'),
  )
}
