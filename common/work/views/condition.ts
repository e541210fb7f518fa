import type { Clock } from '../../platform/clock.ts'
import { all, type Condition } from '../listing/condition.ts'
import { asLists, readLegacyFilters } from '../listing/legacy-filters.ts'
import { readSentFilters } from '../listing/sent-filters.ts'
import type { ViewSettings } from '../user-properties/rules.ts'

/** What the filters of a view mean, those in their older form too. */
export function viewCondition(
  { filters, rich_filters }: Pick<ViewSettings, 'filters' | 'rich_filters'>,
  clock: Clock,
): Condition {
  return all(readLegacyFilters(asLists(filters), clock), readSentFilters(rich_filters, clock, 'rich_filters'))
}
