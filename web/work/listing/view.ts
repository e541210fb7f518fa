import type { Clock } from '#common/platform/clock.ts'
import { type DayField, matchAllCondition } from '#common/work/listing/condition.ts'
import { effectiveArrangement, listingPageSize, parseDisplayFilters } from '#common/work/listing/display.ts'
import { createListing, type Listing } from '#common/work/listing/listing.ts'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { combineFilters, filtersToListingCondition, hasNoFilters, type RichFilters } from './rich-filters.ts'
import type { ListingScope, ListQuery } from './scopes.ts'

/** A listing with its query, as a layout shows it. */
export interface ListingView {
  /** Identifies the listing among all live listings. */
  key: string
  scope: ListingScope
  listing: Listing
  /** Number of items per page, for each group or sub-group. */
  pageSize: number
  /** True if the user has filtered the list. A search within the list does not count. */
  isFiltered: boolean
  /** True if the listing contains all items of its context, so that every other listing of the context is a part of it. */
  isWhole: boolean
  /** The query parameters without the page cursor. */
  query: ListQuery
  /**
   * Returns an ungrouped view of the unfinished items that have none of the given dates. Calendars and timelines show
   * these items in a separate panel.
   */
  without: (dates: readonly DayField[]) => ListingView
  /** The complete listing that a search narrows. Only set for a search within a list. */
  within?: ListingView
}

export interface ViewInput {
  display: DisplayFilters
  filters: RichFilters
  clock: Clock
  /** First and last day that a calendar shows. */
  days?: { first: string; last: string }
  /** Filter of a search within the list. */
  found?: RichFilters
  /** True if groups include the sum of their estimates. */
  estimate_sum?: boolean
}

/** A range that contains every date. The filter for items without a date negates this range. */
const anyDay = '1000-01-01,2999-12-31'
/** Completed and cancelled items are left out, because they need no date. */
const open = { state_group__in: 'triage,backlog,unstarted,started' }

/** Builds the view of a list from the user's settings. Invalid filters are ignored. */
export function createListingView(
  scope: ListingScope,
  { display, filters, clock, days, found, estimate_sum = false }: ViewInput,
): ListingView {
  const arrangement = effectiveArrangement(parseDisplayFilters(display), scope.context)
  const understood = filtersToListingCondition(filters, clock) === null ? {} : filters
  const sent = combineFilters(
    scope.own,
    understood,
    days ? { target_date__range: `${days.first},${days.last}` } : null,
    found ?? null,
  )
  const { group_by, sub_group_by, order_by } = arrangement
  const type = display.type ?? 'all'
  const isWhole = hasNoFilters(understood) && days === undefined && found === undefined
  const listing = createListing(scope.context, {
    filters: filtersToListingCondition(sent, clock) ?? matchAllCondition,
    type,
    show_sub_issues: display.sub_issue,
    group_by,
    sub_group_by,
    order_by,
    estimate_sum,
  })
  const { context, ...chosen } = listing
  return {
    key: JSON.stringify([context.key, context.condition, chosen]),
    without: (dates) =>
      createListingView(scope, {
        display: { ...display, layout: 'list', group_by: null },
        filters: combineFilters(
          understood,
          open,
          ...dates.map((date) => ({ not: { [`${date}__range`]: anyDay } })),
        ),
        clock,
        ...(found && { found }),
      }),
    scope,
    listing,
    isFiltered: !hasNoFilters(understood),
    isWhole: isWhole && type === 'all' && display.sub_issue,
    pageSize: listingPageSize(arrangement, display.calendar.layout === 'week'),
    query: {
      filters: JSON.stringify(sent),
      today: clock.today,
      type,
      sub_issue: display.sub_issue ? 'true' : 'false',
      order_by,
      ...(estimate_sum && { estimate_sum: 'true' }),
      ...(group_by !== null && { group_by }),
      ...(sub_group_by !== null && { sub_group_by }),
    },
  }
}
