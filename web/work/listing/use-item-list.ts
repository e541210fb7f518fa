import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { createClock } from '#common/platform/clock.ts'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { meAtom } from '../../platform/person/session.ts'
import {
  groupOfListing,
  type ListingStatus,
  listingAtom,
  retryListing,
  subscribeToListing,
} from './listings.ts'
import type { RichFilters } from './rich-filters.ts'
import type { ListingScope } from './scopes.ts'
import { createListingView } from './view.ts'

const noDisplay: Partial<DisplayFilters> = {}

export interface ItemListState {
  status: ListingStatus
  /** The ids of the items on the first page. */
  ids: readonly string[]
  total: number
  retry: () => void
}

/**
 * Loads a list of items without groups and updates it when items change. It is used for short lists on other screens.
 * `scope`, `filters` and `display` must be memoized.
 */
export function useItemList(
  scope: ListingScope,
  filters: RichFilters,
  order_by: string,
  display: Partial<DisplayFilters> = noDisplay,
): ItemListState {
  const timezone = useAtomValue(meAtom)?.user_timezone ?? 'UTC'
  const view = useMemo(() => {
    const { display_filters } = createDefaultUserProperties(scope.properties.context)
    return createListingView(scope, {
      display: {
        ...display_filters,
        ...display,
        layout: 'list',
        group_by: null,
        sub_group_by: null,
        order_by,
      },
      filters,
      clock: createClock(timezone),
    })
  }, [scope, filters, order_by, display, timezone])
  useEffect(() => subscribeToListing(view), [view])
  const { status, groups } = useAtomValue(listingAtom(view.key))
  const { ids, total } = groupOfListing(groups, flatListingGroupName)
  return { status, ids, total, retry: () => retryListing(view) }
}
