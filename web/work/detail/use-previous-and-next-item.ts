import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { requestWithVersion, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { getLastShownItemIds } from '../listing/selection/order.ts'

/**
 * If the user opened the item by a link, the client loads this number of items of the project to find the
 * previous and the next item.
 */
const among = 100

/** Returns the items before and after an item: in the list that was shown last, or else in the manual order of its project. */
export function usePreviousAndNextItem({ id, project_id }: WorkItemRow): {
  previous: WorkItemRow | null
  next: WorkItemRow | null
} {
  const [ids, setIds] = useState(getLastShownItemIds)
  const isListed = ids.includes(id)
  useEffect(() => {
    if (isListed) return
    let isWanted = true
    readOrder(project_id).then(
      (order) => isWanted && setIds(order),
      (error: unknown) => {
        // A failed request is ignored. The page then only lacks the links to the previous and next item.
        if (!(error instanceof RequestError)) throw error
      },
    )
    return () => {
      isWanted = false
    }
  }, [isListed, project_id])
  const at = ids.indexOf(id)
  const previous = useAtomValue(tables.work_items.rowAtom((at > 0 && ids[at - 1]) || ''))
  const next = useAtomValue(tables.work_items.rowAtom((at >= 0 && ids[at + 1]) || ''))
  return { previous: previous ?? null, next: next ?? null }
}

async function readOrder(project_id: string): Promise<string[]> {
  const { answer, version } = await requestWithVersion('listWorkItems', {
    params: { slug: currentSlug(), project_id },
    query: { order_by: 'sort_order', per_page: among },
  })
  const { rows } = groupsFromListingResponse(answer)
  applyLoadedRows(rows, version)
  return rows.map((row) => row.id)
}
