import { useCallback } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Measure } from '../../work/cycles-modules-epics/measure.ts'
import type { CycleOrModuleStatistics } from '../figures/CycleOrModuleStatsPanel.tsx'

/** Loads the statistics that the side panel of a module shows. */
export function useModuleStats(projectId: string, moduleId: string, isArchived: boolean, measure: Measure) {
  const read = useCallback(async (): Promise<CycleOrModuleStatistics> => {
    const params = { slug: currentSlug(), project_id: projectId, module_id: moduleId }
    const answer = await request(isArchived ? 'getArchivedModule' : 'getModule', { params })
    const analytics = measure === 'issues' ? answer.distribution : answer.estimate_distribution
    return { progress: answer, analytics, measure }
  }, [projectId, moduleId, isArchived, measure])
  const isAffectedBy = useCallback(
    (row: WorkItemRow | null) => row?.module_ids.includes(moduleId) === true,
    [moduleId],
  )
  return { read, isAffectedBy }
}

export const moduleCountsSource = {
  read: async (params: { slug: string; project_id: string }) =>
    (
      await Promise.all([request('listModules', { params }), request('listArchivedModules', { params })])
    ).flat(),
  isInCycleOrModule: (row: WorkItemRow) => row.module_ids.length > 0,
}
