import { z } from 'zod'
import { parseDay } from '../../platform/clock.ts'
import {
  booleanQueryField,
  commaSeparatedNames,
  multiLineText,
  singleLineText,
} from '../../platform/fields.ts'
import { day, isoTimestamp } from '../../platform/time.ts'
import { relatedWorkItem } from '../relations/schema.ts'
import { type WorkItemRow, workItemRow } from '../work-items/schema.ts'
import {
  acceptedOrders,
  defaultOrder,
  defaultPerPage,
  fieldByGroupKey,
  type GroupKey,
  groupKeyByAlias,
  maxPerPage,
  resolveOrderAlias,
} from './keys.ts'
import { type LegacyFilter, legacyFilters } from './legacy-filters.ts'

/**
 * Matches a cursor of the form `perPage:page:direction:key`. The key names the last row of the previous page
 * or, with direction 1, the first row of the next page. Without a key, the page is found by counting rows.
 */
const cursor = /^([1-9]\d{0,2}|1000):\d{1,7}:[01](:[\w-]{1,2800})?$/

/** Query parameters for pages of lists. */
export const pagingQueryFields = {
  per_page: z.coerce
    .number('Invalid per_page parameter.')
    .int('Invalid per_page parameter.')
    .min(1, 'Invalid per_page parameter.')
    .max(maxPerPage, `Invalid per_page value. Cannot exceed ${maxPerPage}.`)
    .default(defaultPerPage),
  cursor: z.string().regex(cursor, 'Invalid cursor parameter.').optional(),
}

const filter = singleLineText(20_000).optional()
// The cast is needed because TypeScript cannot infer the keys from entries.
const filters = Object.fromEntries(legacyFilters.map((name) => [name, filter])) as Record<
  LegacyFilter,
  typeof filter
>

const group = z
  .string()
  .max(50)
  .transform((name, context): GroupKey | null => {
    if (name === '' || name === 'null') return null
    const key = Object.hasOwn(groupKeyByAlias, name)
      ? groupKeyByAlias[name as keyof typeof groupKeyByAlias]
      : name
    if (isGroupKey(key)) return key
    context.addIssue({ code: 'custom', message: 'Invalid grouping of work items.' })
    return z.NEVER
  })
  .optional()

const rowFields = Object.keys(workItemRow.shape) as (keyof WorkItemRow)[]
export type RowField = (typeof rowFields)[number]

/**
 * Query parameters for filters: comma-separated lists, a filter tree in `filters`, or both. An item must
 * match both.
 */
export const filterQueryFields = {
  /** A filter tree as JSON. The text may contain line breaks. */
  filters: multiLineText(20_000).optional(),
  /**
   * The day that relative filters such as `next_7_days` treat as today. The default is the current day in the
   * caller's time zone.
   */
  today: day.refine((text) => parseDay(text) !== null, 'The year must be between 1000 and 2999.').optional(),
  ...filters,
}
export const listFilterQuery = z.object(filterQueryFields)
export type ListFilterQuery = z.infer<typeof listFilterQuery>

export const listingQuery = z.object({
  ...pagingQueryFields,
  group_by: group,
  sub_group_by: group,
  order_by: z
    .enum(acceptedOrders, 'Invalid order of work items.')
    .transform(resolveOrderAlias)
    .prefault(defaultOrder),
  sub_issue: booleanQueryField.optional(),
  show_sub_issues: booleanQueryField.optional(),
  type: z.enum(['all', 'active', 'backlog', 'null', ''], 'Unknown type.').optional(),
  ...filterQueryFields,
  /** True to add the sum of the estimates to each group. */
  estimate_sum: booleanQueryField.optional(),
  /** Names of the fields that the response contains for each item. */
  fields: commaSeparatedNames(rowFields, 'Unknown field.').optional(),
})
export type ListingQuery = z.infer<typeof listingQuery>

/**
 * Sum of the estimates of all items in the group, on every page. It is returned only if the client requested
 * it.
 */
const sums = { estimate_sum: z.number().optional() }
const workItemGroup = z.object({
  results: z.array(workItemRow),
  total_results: z.int(),
  /**
   * Cursor of the next items of this group, or null if no items follow. To load them, the client requests a
   * list without groups that contains only this group.
   */
  next_cursor: z.string().nullable(),
  ...sums,
})
const workItemLane = z.object({
  results: z.record(z.string(), workItemGroup),
  total_results: z.int(),
  ...sums,
})

const page = {
  total_count: z.int(),
  count: z.int(),
  total_results: z.int(),
  total_pages: z.int(),
  next_cursor: z.string(),
  prev_cursor: z.string(),
  next_page_results: z.boolean(),
  prev_page_results: z.boolean(),
}

/** Returns the schema of a page of rows. */
export function createPageSchema<Row extends z.ZodObject>(row: Row) {
  return z.object({ ...page, results: z.array(row) })
}

export const workItemListResponse = z.object({
  grouped_by: z.string().nullable(),
  sub_grouped_by: z.string().nullable(),
  ...page,
  ...sums,
  extra_stats: z.null(),
  results: z.union([
    z.array(workItemRow),
    z.record(z.string(), workItemGroup),
    z.record(z.string(), workItemLane),
  ]),
})
export type WorkItemListResponse = z.infer<typeof workItemListResponse>

export const listExpansions = ['issue_relation', 'issue_related', 'description_html'] as const

/**
 * Query of lists without groups. `expand` adds details to each item, for example the relations that the timeline shows.
 */
export const detailedListingQuery = listingQuery.extend({
  expand: commaSeparatedNames(listExpansions, 'Invalid expand parameter.').optional(),
})
export type DetailedListingQuery = z.infer<typeof detailedListingQuery>

export const detailedListResponse = workItemListResponse.extend({
  results: z.array(
    workItemRow.extend({
      /**
       * `issue_relation` contains the relations in which this item is stored as the first item.
       * `issue_related` contains the relations in which it is stored as the second item. In both lists, the
       * name describes the relation from the perspective of this item.
       */
      issue_relation: z.array(relatedWorkItem).optional(),
      issue_related: z.array(relatedWorkItem).optional(),
      description_html: z.string().optional(),
    }),
  ),
})
export type DetailedListResponse = z.infer<typeof detailedListResponse>

export const workItemSyncQuery = z.object({
  ...pagingQueryFields,
  description: booleanQueryField.optional(),
  updated_at__gt: isoTimestamp.or(day).optional(),
})
export type WorkItemSyncQuery = z.infer<typeof workItemSyncQuery>

/** Returns the schema of a page for clients that copy all items. `next_cursor` is null on the last page. */
export function createSyncPageSchema<Row extends z.ZodObject>(row: Row) {
  return z.object({
    prev_cursor: z.string().nullable(),
    cursor: z.string(),
    next_cursor: z.string().nullable(),
    prev_page_results: z.boolean(),
    next_page_results: z.boolean(),
    page_count: z.int(),
    total_results: z.int(),
    total_pages: z.int(),
    results: z.array(row),
  })
}

export const workItemSyncPage = createSyncPageSchema(
  workItemRow.extend({ description_html: z.string().optional() }),
)
export type WorkItemSyncPage = z.infer<typeof workItemSyncPage>

function isGroupKey(name: string): name is GroupKey {
  return Object.hasOwn(fieldByGroupKey, name)
}
