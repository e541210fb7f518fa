import { useCallback } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { ItemAndPointCounts } from '../../work/cycles-modules-epics/measure.ts'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'

export interface CycleOrModuleCounts extends ItemAndPointCounts {
  id: string
  assignee_ids: string[]
}

interface Counting {
  /** Loads the item counts of all cycles or modules of a project, including archived ones. */
  read: (params: { slug: string; project_id: string }) => Promise<CycleOrModuleCounts[]>
  /** Returns true if an item is in any cycle, or in any module. */
  isInCycleOrModule: (row: WorkItemRow) => boolean
}

/**
 * Returns the number of items of each cycle or module of a project. The functions `read`
 * and `isInCycleOrModule` must be the same on each render.
 */
export function useCycleOrModuleCounts(projectId: string, { read, isInCycleOrModule }: Counting) {
  const readAll = useCallback(async (): Promise<ReadonlyMap<string, CycleOrModuleCounts>> => {
    const rows = await read({ slug: currentSlug(), project_id: projectId })
    return new Map(rows.map((row) => [row.id, row]))
  }, [projectId, read])
  const isAffectedBy = useCallback(
    (row: WorkItemRow | null) => row?.project_id === projectId && isInCycleOrModule(row),
    [projectId, isInCycleOrModule],
  )
  return useAutoReloadedValue(readAll, isAffectedBy)
}
