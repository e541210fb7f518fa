import type { Clock } from '#common/platform/clock.ts'
import { type DayField, everything } from '#common/work/listing/condition.ts'
import { arrangementOf, effective, pageSize } from '#common/work/listing/display.ts'
import { type Listing, listingIn } from '#common/work/listing/listing.ts'
import type { DisplayFilters } from '#common/work/listing/looks.ts'
import { allOf, meaningOf, type RichFilters } from './rich-filters.ts'
import type { ListingScope, ListQuery } from './scopes.ts'

/** What a layout shows: a listing, and how it is asked for. */
export interface ListingView {
  /** Names it among all others that are kept live. */
  key: string
  scope: ListingScope
  listing: Listing
  /** What is asked for at once, of each group or sub-group where there are some. */
  pageSize: number
  /** All of the query but the page. */
  query: ListQuery
  /** What of it is open and has none of these dates, in one list: days have no place for it. */
  without: (dates: readonly DayField[]) => ListingView
  /** Of what is found in a list for a while: the list. */
  within?: ListingView
}

export interface Looking {
  display: DisplayFilters
  filters: RichFilters
  clock: Clock
  /** The days that a calendar shows, both included. */
  days?: { first: string; last: string }
  /** What is looked for in it. */
  found?: RichFilters
  /** Groups say what their estimates come to. */
  estimate_sum?: boolean
}

/** Every day there is: an item that is not in it has no day. */
const anyDay = '1000-01-01,2999-12-31'
/** What is done or cancelled waits for no date. */
const open = { state_group__in: 'triage,backlog,unstarted,started' }

/** The view that a person's choices make of a scope. Filters that mean nothing filter nothing. */
export function viewOf(
  scope: ListingScope,
  { display, filters, clock, days, found, estimate_sum = false }: Looking,
): ListingView {
  const arrangement = effective(arrangementOf(display), scope.context)
  const understood = meaningOf(filters, clock) === null ? {} : filters
  const sent = allOf(
    scope.own,
    understood,
    days ? { target_date__range: `${days.first},${days.last}` } : null,
    found ?? null,
  )
  const { group_by, sub_group_by, order_by } = arrangement
  const type = display.type ?? 'all'
  const listing = listingIn(scope.context, {
    filters: meaningOf(sent, clock) ?? everything,
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
      viewOf(scope, {
        display: { ...display, layout: 'list', group_by: null },
        filters: allOf(understood, open, ...dates.map((date) => ({ not: { [`${date}__range`]: anyDay } }))),
        clock,
        ...(found && { found }),
      }),
    scope,
    listing,
    pageSize: pageSize(arrangement, display.calendar.layout === 'week'),
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
