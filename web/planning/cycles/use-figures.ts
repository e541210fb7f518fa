import { useCallback } from 'react'
import type { CycleAnswer } from '#common/planning/cycles/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Measure, Counts as PlanCounts } from '../../work/plans/measure.ts'
import type { Figures } from '../figures/FiguresPanel.tsx'
import { useCounted } from '../figures/use-counted.ts'

/** How the panel reads what a cycle comes to. */
export function useFigures(projectId: string, cycleId: string, hasDays: boolean, measure: Measure) {
  const read = useCallback(async (): Promise<Figures> => {
    const params = { slug: currentSlug(), project_id: projectId, cycle_id: cycleId }
    const [progress, analytics] = await Promise.all([
      request('getCycleProgress', { params }),
      hasDays ? request('getCycleAnalytics', { params, query: { type: measure } }) : null,
    ])
    return { progress, analytics, measure }
  }, [projectId, cycleId, hasDays, measure])
  const concerns = useCallback((row: WorkItemRow | null) => row?.cycle_id === cycleId, [cycleId])
  return { read, concerns }
}

export type Counts = PlanCounts & Pick<CycleAnswer, 'assignee_ids'>

/** How many items each cycle of a project has, those in the archive too. */
export function useCounts(projectId: string) {
  const read = useCallback(async (): Promise<ReadonlyMap<string, Counts>> => {
    const params = { slug: currentSlug(), project_id: projectId }
    const [current, archived] = await Promise.all([
      request('listCycles', { params, query: {} }),
      request('listArchivedCycles', { params }),
    ])
    return new Map([...current, ...archived].map((cycle) => [cycle.id, cycle]))
  }, [projectId])
  const concerns = useCallback(
    (row: WorkItemRow | null) => row?.project_id === projectId && row.cycle_id !== null,
    [projectId],
  )
  return useCounted(read, concerns)
}
