import type { WorkItemRow } from '../work-items/schema.ts'
import {
  allConditions,
  columnsOfCondition,
  type ListingCondition,
  matchAllCondition,
  matchesCondition,
  oneOfValuesCondition,
} from './condition.ts'
import type { ListingContext } from './contexts.ts'
import {
  defaultOrder,
  fieldByGroupKey,
  type GroupKey,
  isNameBasedSortKey,
  nameBasedSortKeys,
  type OrderKey,
  splitOrder,
} from './keys.ts'

export type ListingStateFilter = 'all' | 'active' | 'backlog'

/**
 * Defines the content and order of a list, board, calendar or table. This folder implements it in JavaScript,
 * and `api/work/listing/` in SQL. A property-based test compares both implementations.
 */
export interface Listing {
  context: ListingContext
  filters: ListingCondition
  type: ListingStateFilter
  show_sub_issues: boolean
  group_by: GroupKey | null
  sub_group_by: GroupKey | null
  order_by: OrderKey
  /** True to include the sum of the estimates in each group. */
  estimate_sum: boolean
}

export function createListing(
  context: ListingContext,
  chosen: Partial<Omit<Listing, 'context'>> = {},
): Listing {
  return {
    context,
    filters: matchAllCondition,
    type: 'all',
    show_sub_issues: true,
    group_by: null,
    sub_group_by: null,
    order_by: defaultOrder,
    estimate_sum: false,
    ...chosen,
  }
}

export function matchesListing(listing: Listing, row: WorkItemRow): boolean {
  return matchesCondition(getListingCondition(listing), row)
}

/**
 * Returns the condition that all items of the listing match, which combines the context and the filters. It
 * is cached for each listing.
 */
export function getListingCondition(listing: Listing): ListingCondition {
  const known = conditions.get(listing)
  if (known !== undefined) return known
  const { context, filters, type, show_sub_issues } = listing
  const condition = allConditions(
    context.condition,
    filters,
    ofType[type],
    ...(show_sub_issues ? [] : [{ kind: 'is', field: 'is_part', value: false } as const]),
  )
  conditions.set(listing, condition)
  return condition
}

const conditions = new WeakMap<Listing, ListingCondition>()

/**
 * Returns the columns that decide whether and where the listing shows a row, and the columns in its sums. Changes
 * of other columns do not affect the listing.
 */
export function columnsAffectingListing(listing: Listing): ReadonlySet<string> {
  const known = columns.get(listing)
  if (known !== undefined) return known
  const { group_by, sub_group_by, order_by, estimate_sum } = listing
  const { key } = splitOrder(order_by)
  const columnNames = new Set<string>([
    ...columnsOfCondition(getListingCondition(listing)),
    ...[group_by, sub_group_by].flatMap((by) => (by === null ? [] : fieldByGroupKey[by])),
    isNameBasedSortKey(key) ? nameBasedSortKeys[key].column : key,
    ...(estimate_sum ? ['estimate_point'] : []),
  ])
  columns.set(listing, columnNames)
  return columnNames
}

const columns = new WeakMap<Listing, ReadonlySet<string>>()

const ofType: Record<ListingStateFilter, ListingCondition> = {
  all: matchAllCondition,
  active: oneOfValuesCondition('state__group', ['unstarted', 'started']),
  backlog: oneOfValuesCondition('state__group', ['backlog']),
}
