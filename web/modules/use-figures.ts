import { useCallback } from 'react'
import type { ModuleAnswer } from '#common/modules/schema.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { request } from '../app/sync.ts'
import type { Figures } from '../planning/FiguresPanel.tsx'
import type { Measure, Counts as PlanCounts } from '../planning/measure.ts'
import { useCounted } from '../planning/use-counted.ts'
import { currentSlug } from '../shell/workspace.ts'

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
