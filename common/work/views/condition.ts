import type { Clock } from '../../platform/clock.ts'
import { all, type Condition } from '../listing/condition.ts'
import { readLegacyFilters, toCommaLists } from '../listing/legacy-filters.ts'
import { readSentFilters } from '../listing/sent-filters.ts'
import type { ViewSettings } from '../user-properties/rules.ts'

/** Returns the condition of a view, which combines its comma-separated filters and its filter tree. */
export function viewCondition(
  { filters, rich_filters }: Pick<ViewSettings, 'filters' | 'rich_filters'>,
  clock: Clock,
): Condition {
  return all(
    readLegacyFilters(toCommaLists(filters), clock),
    readSentFilters(rich_filters, clock, 'rich_filters'),
  )
}
