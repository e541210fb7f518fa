import type { Clock } from '#common/platform/clock.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { legacyFilterQuery, parseLegacyFilters } from '#common/work/listing/legacy-filters.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import type { ListingScope } from '../listing/scopes.ts'

/**
 * Returns the list definition of a view. A view that an old API client created can have legacy filters, which
 * are applied but not shown.
 */
export function listingScopeOfView(
  { id, filters }: Pick<ViewRow, 'id' | 'filters'>,
  within: ListingScope,
  clock: Clock,
): ListingScope {
  const lists = legacyFilterQuery(filters)
  const { read } = within
  if (Object.keys(lists).length === 0) return within
  return {
    ...within,
    context: listingContexts.view(id, within.context, parseLegacyFilters(lists, clock)),
    read: read && ((query) => read({ ...query, ...lists })),
  }
}
