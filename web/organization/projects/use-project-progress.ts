import { useCallback, useState } from 'react'
import { countProgress, type DoneAndTotal } from '#common/work/work-items/progress.ts'
import { onChangeApplied, request } from '../../platform/app/sync.ts'
import { longPause } from '../../platform/shell/reload-schedule.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Returns the progress of each project, and reloads it after changes. */
export function useProjectProgress(): ReadonlyMap<string, DoneAndTotal> {
  const [progress, setProgress] = useState<ReadonlyMap<string, DoneAndTotal>>(new Map())
  const { reload } = useLoadState(
    useCallback(async () => {
      const stats = await request('listProjectStats', {
        params: { slug: currentSlug() },
        query: { fields: 'total_issues,completed_issues,cancelled_issues' },
      })
      setProgress(
        new Map(
          stats.map(
            ({
              id,
              total_issues: total = 0,
              completed_issues: closed = 0,
              cancelled_issues: cancelled = 0,
            }) => [
              id,
              // In this response, `completed_issues` includes cancelled items.
              countProgress({ total, completed: closed - cancelled, cancelled }),
            ],
          ),
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
