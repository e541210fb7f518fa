import { useCallback } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'

/** Counts the unfinished items of a cycle on the server, because not all of them are loaded in this client. */
export function useOpenItemCount({ id: cycle_id, project_id }: CycleRow) {
  const read = useCallback(async () => {
    const found = await request('listCycleWorkItems', {
      params: { slug: currentSlug(), project_id, cycle_id },
      query: { per_page: '1', state_group: 'backlog,unstarted,started' },
    })
    return found.total_count
  }, [cycle_id, project_id])
  const isAffectedBy = useCallback((row: WorkItemRow | null) => row?.cycle_id === cycle_id, [cycle_id])
  return useAutoReloadedValue(read, isAffectedBy)
}
