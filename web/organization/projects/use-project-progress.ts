import { useCallback, useState } from 'react'
import { onChangeApplied, request } from '../../platform/app/sync.ts'
import { longPause } from '../../platform/shell/reload-schedule.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

export interface ProjectProgress {
  done: number
  total: number
}

/** Returns the numbers of completed and of all work items of each project, and reloads them after changes. */
export function useProjectProgress(): ReadonlyMap<string, ProjectProgress> {
  const [progress, setProgress] = useState<ReadonlyMap<string, ProjectProgress>>(new Map())
  const { reload } = useLoadState(
    useCallback(async () => {
      const stats = await request('listProjectStats', {
        params: { slug: currentSlug() },
        query: { fields: 'total_issues,completed_issues' },
      })
      setProgress(
        new Map(
          stats.map(({ id, total_issues = 0, completed_issues = 0 }) => [
            id,
            { done: completed_issues, total: total_issues },
          ]),
        ),
      )
    }, []),
  )
  useReloadAfterEvents(
    useCallback(
      (onEvent) => [
        onChangeApplied(({ entity }) => {
          if (entity === 'work_items') onEvent()
        }),
      ],
      [],
    ),
    reload,
    longPause,
  )
  return progress
}
