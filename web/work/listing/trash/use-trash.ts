import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { TrashedWorkItem } from '#common/work/work-items/schema.ts'
import { areRowsRead } from '../../../platform/app/read-rows.ts'
import { onHeard, request, tables } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type TrashQuery, type TrashRows, useTrashRows } from './use-trash-rows.ts'

/** Deleted work items of a project. */
export function useTrash(projectId: string): TrashRows<TrashedWorkItem> {
  // An item that is in its table again has been restored, by this person or by others.
  useAtomValue(tables.work_items.allAtom)
  return useTrashRows(
    useCallback(
      (query: TrashQuery) =>
        request('listTrashedWorkItems', { params: { slug: currentSlug(), project_id: projectId }, query }),
      [projectId],
    ),
    useCallback((tell) => followTrash(projectId, tell), [projectId]),
    ({ id }) => tables.work_items.get(id) !== undefined,
  )
}

/** Something of the project that goes may have come here, and what is here may have been restored or deleted forever. */
export function followTrash(projectId: string, tell: () => void): (() => void)[] {
  return [
    tables.work_items.listen((before, after) => {
      const isNews = !areRowsRead() && (before === null || after === null)
      if (isNews && (before ?? after)?.project_id === projectId) tell()
    }),
    // This includes deletions by this client: the trash may have been read before the server deleted the row.
    onHeard(({ entity, op }) => {
      if (entity === 'work_items' && op === 'delete') tell()
    }),
  ]
}
