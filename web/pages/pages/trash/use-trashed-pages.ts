import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { TrashedPage } from '#common/pages/pages/schema.ts'
import { callForContainer } from '../../../platform/app/call-for-container.ts'
import { onChangeApplied, request, tables } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type TrashQuery, type TrashRows, useTrashRows } from '../../../work/listing/trash/use-trash-rows.ts'

/** Loads the deleted pages of a project or of the workspace itself. With `pageId`, it loads only this page. */
export function useTrashedPages(projectId: string | null, pageId?: string): TrashRows<TrashedPage> {
  // Renders again when a page changes. If a deleted page is in the table again, somebody has restored it, and
  // it must disappear from the trash.
  useAtomValue(tables.pages.allAtom)
  return useTrashRows(
    useCallback(
      (query: TrashQuery) =>
        request(callForContainer(projectId, 'listTrashedPages'), {
          params: { slug: currentSlug(), project_id: projectId ?? '' },
          query: { ...query, ...(pageId !== undefined && { page_id: pageId }) },
        }),
      [projectId, pageId],
    ),
    subscribeToPageChanges,
    ({ id }) => tables.pages.get(id) !== undefined,
  )
}

export function subscribeToPageChanges(onEvent: () => void): (() => void)[] {
  return [
    tables.pages.listen((before, after) => {
      if (before === null || after === null) onEvent()
    }),
    // Deletions by this client also cause a reload, because the trash may have been read before the server
    // deleted the row.
    onChangeApplied(({ entity, op }) => {
      if (entity === 'pages' && op === 'delete') onEvent()
    }),
  ]
}
