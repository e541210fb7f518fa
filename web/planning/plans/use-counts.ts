import { useCallback } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Counts } from '../../work/plans/measure.ts'
import { useCounted } from '../figures/use-counted.ts'

export interface PlanCounts extends Counts {
  id: string
  assignee_ids: string[]
}

interface Counting {
  /** The plans of a project, those in the archive too. */
  read: (params: { slug: string; project_id: string }) => Promise<PlanCounts[]>
  /** Answers whether an item is in any of them. */
  isPlanned: (row: WorkItemRow) => boolean
}

/** The number of items of each plan of a project. `counting` must be the same object on each render. */
export function usePlanCounts(projectId: string, { read, isPlanned }: Counting) {
  const readAll = useCallback(async (): Promise<ReadonlyMap<string, PlanCounts>> => {
    const plans = await read({ slug: currentSlug(), project_id: projectId })
    return new Map(plans.map((plan) => [plan.id, plan]))
  }, [projectId, read])
  const concerns = useCallback(
    (row: WorkItemRow | null) => row?.project_id === projectId && isPlanned(row),
    [projectId, isPlanned],
  )
  return useCounted(readAll, concerns)
}
