import { useCallback } from 'react'
import type { ModuleAnswer } from '#common/planning/modules/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Measure, Counts as PlanCounts } from '../../work/plans/measure.ts'
import type { Figures } from '../figures/FiguresPanel.tsx'
import { useCounted } from '../figures/use-counted.ts'

/** How the panel reads what a module comes to. */
export function useFigures(projectId: string, moduleId: string, isArchived: boolean, measure: Measure) {
  const read = useCallback(async (): Promise<Figures> => {
    const params = { slug: currentSlug(), project_id: projectId, module_id: moduleId }
    const answer = await request(isArchived ? 'getArchivedModule' : 'getModule', { params })
    const analytics = measure === 'issues' ? answer.distribution : answer.estimate_distribution
    return { progress: answer, analytics, measure }
  }, [projectId, moduleId, isArchived, measure])
  const concerns = useCallback(
    (row: WorkItemRow | null) => row?.module_ids.includes(moduleId) === true,
    [moduleId],
  )
  return { read, concerns }
}

export type Counts = PlanCounts & Pick<ModuleAnswer, 'assignee_ids'>

/** How many items each module of a project has, those in the archive too. */
export function useCounts(projectId: string) {
  const read = useCallback(async (): Promise<ReadonlyMap<string, Counts>> => {
    const params = { slug: currentSlug(), project_id: projectId }
    const [current, archived] = await Promise.all([
      request('listModules', { params }),
      request('listArchivedModules', { params }),
    ])
    return new Map([...current, ...archived].map((module) => [module.id, module]))
  }, [projectId])
  const concerns = useCallback(
    (row: WorkItemRow | null) => row?.project_id === projectId && row.module_ids.length > 0,
    [projectId],
  )
  return useCounted(read, concerns)
}
