import type { GroupKey } from '#common/work/listing/keys.ts'
import type { WorkItemListResponse } from '#common/work/listing/schema.ts'
import type { PageCursors } from '../../platform/db/page.ts'

interface Answer {
  results: WorkItemListResponse['results']
  group_by: GroupKey | null
  sub_group_by: GroupKey | null
  /** The number of items in the listing, each counted once. */
  found: number
  /** Number of rows of the longest group, which determines the number of pages. */
  longest: number
  size: number
  cursors: PageCursors
  /** Sum of the estimates. Is undefined if it was not requested. */
  sum?: number | undefined
}

export function createListingAnswer({
  results,
  group_by,
  sub_group_by,
  found,
  longest,
  size,
  cursors,
  sum,
}: Answer): WorkItemListResponse {
  return {
    grouped_by: group_by,
    sub_grouped_by: sub_group_by,
    total_count: found,
    count: countIn(results),
    total_results: found,
    total_pages: Math.ceil(longest / size),
    ...cursors,
    ...(sum !== undefined && { estimate_sum: sum }),
    extra_stats: null,
    results,
  }
}

/** Returns the number of rows on this page, over all groups. */
function countIn(results: WorkItemListResponse['results']): number {
  if (Array.isArray(results)) return results.length
  return Object.values(results).reduce((sum, group) => sum + countIn(group.results), 0)
}
