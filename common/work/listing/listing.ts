import type { WorkItemRow } from '../work-items/schema.ts'
import { all, type Condition, columnsIn, everything, isIn, matchesCondition } from './condition.ts'
import type { ListingContext } from './contexts.ts'
import {
  defaultOrder,
  type GroupKey,
  groupColumns,
  isNamed,
  namedKeys,
  type OrderKey,
  splitOrder,
} from './keys.ts'

export type ListingType = 'all' | 'active' | 'backlog'

/**
 * Defines the content and order of a list, board, calendar or table. `api/work/listing/` implements it in SQL; a property-based
 * test compares both.
 */
export interface Listing {
  context: ListingContext
  filters: Condition
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
    filters: everything,
    type: 'all',
    show_sub_issues: true,
    group_by: null,
    sub_group_by: null,
    order_by: defaultOrder,
    estimate_sum: false,
    ...chosen,
  }
}

export function matches(listing: Listing, row: WorkItemRow): boolean {
  return matchesCondition(conditionOf(listing), row)
}

/**
 * Returns the condition that all items of the listing match, which combines the context and the filters. It
 * is cached for each listing.
 */
export function conditionOf(listing: Listing): Condition {
  const known = conditions.get(listing)
  if (known !== undefined) return known
  const { context, filters, type, show_sub_issues } = listing
  const condition = all(
    context.condition,
    filters,
    ofType[type],
    ...(show_sub_issues ? [] : [{ kind: 'is', field: 'is_part', value: false } as const]),
  )
  conditions.set(listing, condition)
  return condition
}

const conditions = new WeakMap<Listing, Condition>()

/**
 * Returns the columns that affect the position of a row and the sums. Changes of other columns do not affect
 * the listing.
 */
export function columnsOf(listing: Listing): ReadonlySet<string> {
  const known = columns.get(listing)
  if (known !== undefined) return known
  const { group_by, sub_group_by, order_by, estimate_sum } = listing
  const { key } = splitOrder(order_by)
  const columnNames = new Set<string>([
    ...columnsIn(conditionOf(listing)),
    ...[group_by, sub_group_by].flatMap((by) => (by === null ? [] : groupColumns[by])),
    isNamed(key) ? namedKeys[key].column : key,
    ...(estimate_sum ? ['estimate_point'] : []),
  ])
  columns.set(listing, columnNames)
  return columnNames
}

const columns = new WeakMap<Listing, ReadonlySet<string>>()

const ofType: Record<ListingType, Condition> = {
  all: everything,
  active: isIn('state__group', ['unstarted', 'started']),
  backlog: isIn('state__group', ['backlog']),
}
