import type { Clock } from '../listing/clock.ts'
import { all, type Condition } from '../listing/condition.ts'
import { readLegacyFilters } from '../listing/legacy-filters.ts'
import { readRichFilters } from '../listing/rich-filters.ts'
import type { Looks } from '../user-properties/rules.ts'

/** What the filters of a view mean, those in their older form too. */
export function viewCondition(
  { filters, rich_filters }: Pick<Looks, 'filters' | 'rich_filters'>,
  clock: Clock,
): Condition {
  const lists = Object.entries(filters).map(([name, values]) => [name, values?.join(',')])
  return all(
    readLegacyFilters(Object.fromEntries(lists), clock),
    readRichFilters(rich_filters, clock, 'rich_filters'),
  )
}
