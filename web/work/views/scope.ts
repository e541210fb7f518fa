import type { Clock } from '#common/platform/clock.ts'
import { contexts } from '#common/work/listing/contexts.ts'
import { readLegacyFilters, toCommaLists } from '#common/work/listing/legacy-filters.ts'
import type { ViewRow } from '#common/work/views/schema.ts'
import type { ListingScope } from '../listing/scopes.ts'

/**
 * Returns the list definition of a view. A view that an old API client created can have legacy filters, which
 * are applied but not shown.
 */
export function scopeOf(
  { id, filters }: Pick<ViewRow, 'id' | 'filters'>,
  within: ListingScope,
  clock: Clock,
): ListingScope {
  const lists = toCommaLists(filters)
  if (Object.keys(lists).length === 0) return within
  return {
    ...within,
    context: contexts.view(id, within.context, readLegacyFilters(lists, clock)),
    read: (query) => within.read({ ...query, ...lists }),
  }
}
