import { useCallback, useEffect } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { onChangeApplied } from '../../platform/app/sync.ts'
import { readEpics } from '../../work/plans/epics.ts'
import { useCounted } from '../figures/use-counted.ts'

/** Keeps the progress of a project's epics exact while it is shown. */
export function useProgress(projectId: string) {
  const read = useCallback(() => readEpics(projectId), [projectId])
  const concerns = useCallback(
    (row: WorkItemRow | null) =>
      row === null || (row.project_id === projectId && (row.is_epic || row.epic_id !== null)),
    [projectId],
  )
  const { status, retry } = useCounted(read, concerns)
  // The newest update of an epic may be deleted, and the one before it was never read. The server has deleted it by then.
  useEffect(
    () =>
      onChangeApplied(({ entity, op }) => {
        if (entity === 'epic_updates' && op === 'delete') retry()
      }),
    [retry],
  )
  return { status, retry }
}
