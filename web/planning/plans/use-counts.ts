import { useCallback } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { ItemAndPointCounts } from '../../work/plans/measure.ts'
import { useAutoReloadedValue } from '../figures/use-counted.ts'

export interface PlanCounts extends ItemAndPointCounts {
  id: string
  assignee_ids: string[]
}

interface Counting {
  /** Loads the item counts of all cycles or modules of a project, including archived ones. */
  read: (params: { slug: string; project_id: string }) => Promise<PlanCounts[]>
  /** Returns true if an item is in any cycle, or in any module. */
  isPlanned: (row: WorkItemRow) => boolean
}

/**
 * Returns the number of items of each cycle or module of a project. The functions `read`
 * and `isPlanned` must be the same on each render.
 */
export function usePlanCounts(projectId: string, { read, isPlanned }: Counting) {
  const readAll = useCallback(async (): Promise<ReadonlyMap<string, PlanCounts>> => {
    const plans = await read({ slug: currentSlug(), project_id: projectId })
    return new Map(plans.map((plan) => [plan.id, plan]))
  }, [projectId, read])
  const isAffectedBy = useCallback(
    (row: WorkItemRow | null) => row?.project_id === projectId && isPlanned(row),
    [projectId, isPlanned],
  )
  return useAutoReloadedValue(readAll, isAffectedBy)
}
