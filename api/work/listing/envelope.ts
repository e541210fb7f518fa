import type { GroupKey } from '#common/work/listing/keys.ts'
import type { WorkItemListing } from '#common/work/listing/schema.ts'
import type { PageCursors } from '../../platform/db/page.ts'

interface Answer {
  results: WorkItemListing['results']
  group_by: GroupKey | null
  sub_group_by: GroupKey | null
  /** Items in the whole listing, each counted once. */
  found: number
  /** Rows of the longest group: pages go on until even that one is through. */
  longest: number
  size: number
  cursors: PageCursors
  /** What the estimates of all come to, where that is asked for. */
  sum?: number | undefined
}

export function envelope({
  results,
  group_by,
  sub_group_by,
  found,
  longest,
  size,
  cursors,
  sum,
}: Answer): WorkItemListing {
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

/** Rows on this page, at whatever depth. */
function countIn(results: WorkItemListing['results']): number {
  if (Array.isArray(results)) return results.length
  return Object.values(results).reduce((sum, group) => sum + countIn(group.results), 0)
}
