import { z } from 'zod'
import { flag, line } from '../fields.ts'
import { workItemRow } from '../work-items/schema.ts'
import { groupKeys, orderKeys, perPageDefault, perPageMax } from './keys.ts'

/**
 * The listing language on the wire. A page is `perPage:page:0`; grouped answers page inside each group. Filters, sub-groups
 * and the other keys join `keys.ts`, `arrange.ts` here and `api/listing/` on the server: one file each.
 */
export const listingQuery = z.object({
  group_by: z.enum(groupKeys).optional(),
  order_by: z.enum(orderKeys).default('-created_at'),
  per_page: z.coerce
    .number('Invalid per_page parameter.')
    .int('Invalid per_page parameter.')
    .min(1, 'Invalid per_page parameter.')
    .max(perPageMax, `Invalid per_page value. Cannot exceed ${perPageMax}.`)
    .default(perPageDefault),
  cursor: z
    .string()
    .regex(/^\d{1,4}:\d{1,7}:[01]$/, 'Invalid cursor parameter.')
    .refine((cursor) => isPageSize(Number.parseInt(cursor, 10)), 'Invalid cursor parameter.')
    .optional(),
  /** Only this group, by the name of its key: `state_id=<id>` or `priority=high`. */
  state_id: z.uuid().optional(),
  priority: line(60).optional(),
  sub_issue: flag.optional(),
})
export type ListingQuery = z.infer<typeof listingQuery>

export const workItemGroup = z.object({ results: z.array(workItemRow), total_results: z.int() })

export const workItemListing = z.object({
  grouped_by: z.string().nullable(),
  sub_grouped_by: z.string().nullable(),
  total_count: z.int(),
  count: z.int(),
  total_results: z.int(),
  total_pages: z.int(),
  next_cursor: z.string(),
  prev_cursor: z.string(),
  next_page_results: z.boolean(),
  prev_page_results: z.boolean(),
  extra_stats: z.null(),
  results: z.union([z.array(workItemRow), z.record(z.string(), workItemGroup)]),
})
export type WorkItemListing = z.infer<typeof workItemListing>

function isPageSize(perPage: number): boolean {
  return perPage >= 1 && perPage <= perPageMax
}
