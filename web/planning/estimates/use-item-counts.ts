import { useCallback, useState } from 'react'
import { request } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Counts the items of each value on the server, because not all of them are loaded in this client. */
export function useEstimateValueItemCounts(project_id: string, estimate_id: string) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const read = useCallback(async () => {
    const params = { slug: currentSlug(), project_id, estimate_id }
    setCounts(await request('countEstimateItems', { params }))
  }, [project_id, estimate_id])
  return { counts, ...useLoadState(read) }
}
