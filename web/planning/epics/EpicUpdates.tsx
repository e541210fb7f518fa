import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { canChangeEpicUpdate, canEditEpics } from '#common/planning/epics/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import {
  addEpicUpdate,
  editEpicUpdate,
  loadEpicUpdates,
  removeEpicUpdate,
} from '../../work/cycles-modules-epics/epic-actions.ts'
import { epicUpdatesAtom } from '../../work/cycles-modules-epics/epics.ts'
import { StatusUpdateList } from './StatusUpdateList.tsx'

/** Lists the status updates of an epic, newest first. Earlier updates are shown on demand. */
export function EpicUpdates({ row }: { row: WorkItemRow }) {
  const { id, project_id } = row
  const loaded = useLoadState(useCallback(() => loadEpicUpdates({ id, project_id }), [id, project_id]))
  const updates = useAtomValue(epicUpdatesAtom(id))
  const actor = useProjectActor(project_id)
  const isOn = useAtomValue(tables.projects.rowAtom(project_id))?.is_epic_enabled === true
  const canPost = isOn && row.archived_at === null && canEditEpics(actor)
  if (updates.length === 0 && !canPost && loaded.status !== 'error') return null
  return (
    <StatusUpdateList
      isCompact
      updates={updates}
      loaded={loaded}
      canPost={canPost}
      canChange={(update) => isOn && canChangeEpicUpdate(actor, update)}
      onPost={(input) => void addEpicUpdate(row, input)}
      onEdit={(update, input) => void editEpicUpdate(update, input)}
      onDelete={(update) => void removeEpicUpdate(update)}
    />
  )
}
