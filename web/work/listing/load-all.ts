import { readAnswer } from '#common/work/listing/answer.ts'
import { flatGroup, perPageMax } from '#common/work/listing/keys.ts'
import { readRows } from '../../platform/app/read-rows.ts'
import { tables } from '../../platform/app/sync.ts'
import { only } from './listings.ts'
import type { ListingView } from './view.ts'

/**
 * Reads every item of a listing, or of one of its groups, page by page, without showing them in it; `onPage` is told the ids of each
 * page and how many there are in all, and answers whether to go on. Throws `RequestError`.
 */
export async function loadAll(
  { listing, scope, query }: ListingView,
  group: string | null,
  onPage: (ids: string[], total: number) => boolean,
): Promise<void> {
  for (let cursor = `${perPageMax}:0:0`, isMore = true; isMore; ) {
    const { answer, version } = await scope.read({
      ...query,
      group_by: '',
      sub_group_by: '',
      // What is changed meanwhile keeps its place among the pages.
      order_by: 'created_at',
      ...(group !== null && group !== flatGroup && only(listing.group_by, group)),
      cursor,
    })
    const { rows } = readAnswer(answer)
    // Those that are known already are as new as what was heard, and stand in listings by it.
    readRows(
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
