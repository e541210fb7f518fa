import { useCallback } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Measure } from '../../work/cycles-modules-epics/measure.ts'
import type { CycleOrModuleStatistics } from '../figures/CycleOrModuleStatsPanel.tsx'

/** Loads the statistics that the side panel of a cycle shows. */
export function useCycleStats(projectId: string, cycleId: string, hasDays: boolean, measure: Measure) {
  const read = useCallback(async (): Promise<CycleOrModuleStatistics> => {
    const params = { slug: currentSlug(), project_id: projectId, cycle_id: cycleId }
    const [progress, analytics] = await Promise.all([
      request('getCycleProgress', { params }),
      hasDays ? request('getCycleAnalytics', { params, query: { type: measure } }) : null,
    ])
    return { progress, analytics, measure }
  }, [projectId, cycleId, hasDays, measure])
  const isAffectedBy = useCallback((row: WorkItemRow | null) => row?.cycle_id === cycleId, [cycleId])
  return { read, isAffectedBy }
}

export const cycleCountsSource = {
  read: async (params: { slug: string; project_id: string }) =>
    (
      await Promise.all([
        request('listCycles', { params, query: {} }),
        request('listArchivedCycles', { params }),
      ])
    ).flat(),
  isInCycleOrModule: (row: WorkItemRow) => row.cycle_id !== null,
}
