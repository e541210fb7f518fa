import { useCallback, useEffect } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { onChangeApplied } from '../../platform/app/sync.ts'
import { loadEpicProgress } from '../../work/cycles-modules-epics/epics.ts'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'

/** Loads the progress of the epics of a project and reloads it after changes. */
export function useEpicProgress(projectId: string) {
  const read = useCallback(() => loadEpicProgress(projectId), [projectId])
  const isAffectedBy = useCallback(
    (row: WorkItemRow | null) =>
      row === null || (row.project_id === projectId && (row.is_epic || row.epic_id !== null)),
    [projectId],
  )
  const { status, retry } = useAutoReloadedValue(read, isAffectedBy)
  // Reloads when a status update is deleted, because the client may not have loaded the previous update,
  // which is now the latest.
  useEffect(
    () =>
      onChangeApplied(({ entity, op }) => {
        if (entity === 'epic_updates' && op === 'delete') retry()
      }),
    [retry],
  )
  return { status, retry }
}
