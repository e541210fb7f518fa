import { useCallback } from 'react'
import { request } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { TrashHint } from './TrashHint.tsx'
import { subscribeToTrashChanges } from './use-trash.ts'

/** Link to the trash, shown in a project without work items. */
export function ItemTrashHint({ projectId }: { projectId: string }) {
  return (
    <TrashHint
      to={`/${currentSlug()}/projects/${projectId}/trash`}
      count={useCallback(async () => {
        const params = { slug: currentSlug(), project_id: projectId }
        return (await request('listTrashedWorkItems', { params, query: { per_page: '1' } })).total_count
      }, [projectId])}
      follow={useCallback((onEvent) => subscribeToTrashChanges(projectId, onEvent), [projectId])}
    />
  )
}
