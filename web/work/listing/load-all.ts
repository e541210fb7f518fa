import { flatListingGroupName, maxPerPage } from '#common/work/listing/keys.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { tables } from '../../platform/app/sync.ts'
import { parseCellPath } from './cell-path.ts'
import { createGroupFilter } from './listings.ts'
import type { ListingView } from './view.ts'

/**
 * Loads every item of a listing or of its group `cell`, page by page, without adding them to the listing. `onPage`
 * receives the ids of a page and the total, and returns whether to load the next page. Throws `RequestError`.
 */
export async function loadAllListingPages(
  { listing, scope, query }: ListingView,
  cell: string | null,
  onPage: (ids: string[], total: number) => boolean,
): Promise<void> {
  if (scope.read === null) return
  for (let cursor = `${maxPerPage}:0:0`, isMore = true; isMore; ) {
    const { answer, version } = await scope.read({
      ...query,
      group_by: '',
      sub_group_by: '',
      // The items are sorted by creation time. A change during the loading then does not move items between pages.
      order_by: 'created_at',
      ...cellFilter(listing, cell),
      cursor,
    })
    const { rows } = groupsFromListingResponse(answer)
    // Rows that are already loaded are not replaced. They are at least as new, because live changes were
    // applied to them.
    applyLoadedRows(
      rows.filter((row) => tables.work_items.get(row.id) === undefined),
      version,
    )
    const wanted = onPage(
      rows.map((row) => row.id),
      answer.total_results,
    )
    cursor = answer.next_cursor
    isMore = wanted && answer.next_page_results
  }
}

/**
 * Returns the filter for the items of a group or sub-group. Returns no filter if `path` is null or if the
 * listing has no groups.
 */
function cellFilter({ group_by, sub_group_by }: Listing, path: string | null): Record<string, string> {
  if (path === null || path === flatListingGroupName) return {}
  const { group, sub } = parseCellPath(path)
  return {
    ...createGroupFilter(group_by, group),
    ...(sub !== null && createGroupFilter(sub_group_by, sub)),
  }
}
