import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { TrashedWorkItem } from '#common/work/work-items/schema.ts'
import { isApplyingLoadedRows } from '../../../platform/app/read-rows.ts'
import { onChangeApplied, request, tables } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type TrashQuery, type TrashRows, useTrashRows } from './use-trash-rows.ts'

/** Returns the deleted work items of a project. */
export function useTrash(projectId: string): TrashRows<TrashedWorkItem> {
  // Rerenders when items change. A deleted item that is in the table again was restored by this or another
  // user.
  useAtomValue(tables.work_items.allAtom)
  return useTrashRows(
    useCallback(
      (query: TrashQuery) =>
        request('listTrashedWorkItems', { params: { slug: currentSlug(), project_id: projectId }, query }),
      [projectId],
    ),
    useCallback((onEvent) => subscribeToTrashChanges(projectId, onEvent), [projectId]),
    ({ id }) => tables.work_items.get(id) !== undefined,
  )
}

/** Calls `onEvent` when the trash may have changed: an item was deleted, restored or permanently deleted. */
export function subscribeToTrashChanges(projectId: string, onEvent: () => void): (() => void)[] {
  return [
    tables.work_items.listen((before, after) => {
      const isNews = !isApplyingLoadedRows() && (before === null || after === null)
      if (isNews && (before ?? after)?.project_id === projectId) onEvent()
    }),
    // Also reacts to deletions by this client, because the trash may have been loaded before the server
    // deleted the row.
    onChangeApplied(({ entity, op }) => {
      if (entity === 'work_items' && op === 'delete') onEvent()
    }),
  ]
}
