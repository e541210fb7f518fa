import type { WorkItemRow } from '../work-items/schema.ts'
import {
  allConditions,
  columnsOfCondition,
  hasOneOfValues,
  type ListingCondition,
  matchEverything,
  matchesCondition,
} from './condition.ts'
import type { ListingContext } from './contexts.ts'
import {
  defaultOrder,
  type GroupKey,
  groupColumns,
  isNameSortKey,
  type OrderKey,
  sortKeysByName,
  splitOrder,
} from './keys.ts'

export type ListingType = 'all' | 'active' | 'backlog'

/**
 * Defines the content and order of a list, board, calendar or table. `api/work/listing/` implements it in
 * SQL; a property-based test compares both.
 */
export interface Listing {
  context: ListingContext
  filters: ListingCondition
  type: ListingType
  show_sub_issues: boolean
  group_by: GroupKey | null
  sub_group_by: GroupKey | null
  order_by: OrderKey
  /** True to include the sum of the estimates in each group. */
  estimate_sum: boolean
}

export function listingIn(context: ListingContext, chosen: Partial<Omit<Listing, 'context'>> = {}): Listing {
  return {
    context,
    filters: matchEverything,
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
  return matchesCondition(conditionOfListing(listing), row)
}

/**
 * Returns the condition that all items of the listing match, which combines the context and the filters. It
 * is cached for each listing.
 */
export function conditionOfListing(listing: Listing): ListingCondition {
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
 * Returns the columns that affect the position of a row and the sums. Changes of other columns do not affect
 * the listing.
 */
export function columnsAffectingListing(listing: Listing): ReadonlySet<string> {
  const known = columns.get(listing)
  if (known !== undefined) return known
  const { group_by, sub_group_by, order_by, estimate_sum } = listing
  const { key } = splitOrder(order_by)
  const columnNames = new Set<string>([
    ...columnsOfCondition(conditionOfListing(listing)),
    ...[group_by, sub_group_by].flatMap((by) => (by === null ? [] : groupColumns[by])),
    isNameSortKey(key) ? sortKeysByName[key].column : key,
    ...(estimate_sum ? ['estimate_point'] : []),
  ])
  columns.set(listing, columnNames)
  return columnNames
}

const columns = new WeakMap<Listing, ReadonlySet<string>>()

const ofType: Record<ListingType, ListingCondition> = {
  all: matchEverything,
  active: hasOneOfValues('state__group', ['unstarted', 'started']),
  backlog: hasOneOfValues('state__group', ['backlog']),
}
