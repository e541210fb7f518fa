import type { GroupKey } from '#common/work/listing/keys.ts'
import type { Page } from '#common/work/listing/read-query.ts'
import type { WorkItemListing } from '#common/work/listing/schema.ts'

interface Answer {
  results: WorkItemListing['results']
  group_by: GroupKey | null
  sub_group_by: GroupKey | null
  /** Items in the whole listing, each counted once. */
  found: number
  /** Rows of the longest group: pages go on until even that one is through. */
  longest: number
  page: Page
  /** What the estimates of all come to, where that is asked for. */
  sum?: number | undefined
}

export function envelope({
  results,
  group_by,
  sub_group_by,
  found,
  longest,
  page,
  sum,
}: Answer): WorkItemListing {
  return {
    grouped_by: group_by,
    sub_grouped_by: sub_group_by,
    total_count: found,
    count: countIn(results),
    total_results: found,
    total_pages: Math.ceil(longest / page.size),
    next_cursor: `${page.size}:${page.number + 1}:0`,
    prev_cursor: `${page.size}:${Math.max(0, page.number - 1)}:1`,
    next_page_results: (page.number + 1) * page.size < longest,
    prev_page_results: page.number > 0,
    ...(sum !== undefined && { estimate_sum: sum }),
    extra_stats: null,
    results,
  }
}

/** Rows on this page, at whatever depth. */
function countIn(results: WorkItemListing['results']): number {
  if (Array.isArray(results)) return results.length
  return Object.values(results).reduce((sum, group) => sum + countIn(group.results), 0)
}
